#include "bizrec/api/enrich_answer.hpp"

#include "bizrec/api/enrich_render.hpp"
#include "bizrec/api/header_text.hpp"

namespace bizrec::api {
namespace {

constexpr std::size_t kept_bytes = 4U << 20;  // of a body: more is given back after the answer
constexpr std::size_t least_bytes = 4096;     // of a body: enough for every error

// As render_error(standard_error(500)) writes it, but needs no memory.
constexpr std::string_view internal_body =
    "{\"error\":\"Internal Server Error\",\"detail\":\"Internal Server Error\",\"code\":\"internal\"}";

void append_note(std::string& out, std::string_view field, bool given, const identity::Identity& link) {
    if (given && link.kind == identity::Kind::none) {
        out += out.empty() ? "" : "; ";
        out += field;
        out += ": ";
        append_header_text(out, link.reason);
    }
}

void write_keys(std::string& out, const search::EnrichQuery& query) {
    if (query.has_website && query.website.names_business()) {
        out += query.website.key;
    }
    if (query.has_profile && query.profile.names_business() && query.profile.key != out) {
        out += out.empty() ? "" : ",";
        out += query.profile.key;
    }
}

}  // namespace

EnrichEndpoint::EnrichEndpoint() {
    answer_.body.reserve(least_bytes);
}

const Answer& EnrichEndpoint::answer(const store::Generation& generation, std::string_view body, bool strict) noexcept {
    try {
        reset();
        if (!parser_.parse(body, strict, generation, query_, notes_, error_)) {
            refuse();
        } else {
            find(generation);
        }
    } catch (...) {
        fail();
    }
    return answer_;
}

void EnrichEndpoint::reset() {
    if (answer_.body.capacity() > kept_bytes) {
        std::string fresh;
        fresh.reserve(least_bytes);
        answer_.body.swap(fresh);
    }
    answer_.status = 200;
    answer_.error_code = {};
    answer_.ignored_fields.clear();
    answer_.applied_defaults.clear();
    answer_.identity_note.clear();
    answer_.key.clear();
    answer_.rows = 0;
    answer_.total = 0;
}

void EnrichEndpoint::find(const store::Generation& generation) {
    write_keys(answer_.key, query_);
    append_note(answer_.identity_note, "website", query_.has_website, query_.website);
    append_note(answer_.identity_note, "social_media_link", query_.has_profile, query_.profile);
    join_header_names(notes_.ignored_fields, answer_.ignored_fields);
    join_header_names(notes_.applied_defaults, answer_.applied_defaults);
    if (answer_.key.empty()) {
        result_.rows.clear();
        result_.total = 0;
    } else {
        search::enrich(generation, query_, result_);
    }
    if (!render_rows(generation, query_, result_, answer_.body)) {
        return fail();
    }
    answer_.rows = result_.rows.size();
    answer_.total = result_.total;
}

void EnrichEndpoint::refuse() {
    answer_.status = error_.status;
    answer_.error_code = error_.code;
    const std::string body = render_error(error_);
    answer_.body = body;  // a copy: moving would give up the room that fail() counts on
    join_header_names(notes_.ignored_fields, answer_.ignored_fields);
}

void EnrichEndpoint::fail() noexcept {
    answer_.status = 500;
    answer_.error_code = "internal";
    answer_.ignored_fields.clear();
    answer_.applied_defaults.clear();
    answer_.identity_note.clear();
    answer_.rows = 0;
    answer_.total = 0;
    // Never needs memory: the body has had room for this since it was made.
    answer_.body.clear();
    answer_.body.append(internal_body);
}

}  // namespace bizrec::api
