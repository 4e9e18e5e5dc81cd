#include "bizrec/api/enrich_answer.hpp"

#include "bizrec/api/enrich_render.hpp"
#include "bizrec/api/header_text.hpp"

namespace bizrec::api {
namespace {

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
    restart(answer_);
}

const Answer& EnrichEndpoint::answer(const store::Generation& generation, std::string_view body, bool strict) noexcept {
    try {
        restart(answer_);
        if (!parser_.parse(body, strict, generation, query_, notes_, error_)) {
            refuse(answer_, error_, notes_);
        } else {
            find(generation);
        }
    } catch (...) {
        fail(answer_);
    }
    return answer_;
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
        return fail(answer_);
    }
    answer_.rows = result_.rows.size();
    answer_.total = result_.total;
}

}  // namespace bizrec::api
