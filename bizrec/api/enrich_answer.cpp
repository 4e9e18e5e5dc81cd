#include "bizrec/api/enrich_answer.hpp"

#include <simdjson.h>

#include "bizrec/api/enrich_render.hpp"
#include "bizrec/api/header_text.hpp"
#include "bizrec/api/row_work.hpp"

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

EnrichEndpoint::EnrichEndpoint(std::shared_ptr<EnrichParsers> parsers) : parsers_(std::move(parsers)) {
    restart(answer_);
}

bool EnrichEndpoint::start(const EndpointRequest& request) noexcept {
    request_ = request;
    item_ = nullptr;
    return begin();
}

bool EnrichEndpoint::start(const EndpointRequest& request, const simdjson::dom::element& item) noexcept {
    request_ = request;
    item_ = &item;
    return begin();
}

bool EnrichEndpoint::begin() noexcept {
    try {
        restart(answer_);
        is_parsed_ = false;
        budget_ = Budget(request_.inline_steps);
        if (request_.body.size() > max_body_read_at_once && request_.body.size() <= enrich_body_limit) {
            return true;
        }
        return parse() && !work() && may_go_on(request_, answer_, notes_);
    } catch (...) {
        fail(answer_);
        return false;
    }
}

bool EnrichEndpoint::run(const Cancellation& cancellation, BodyStore& store) noexcept {
    try {
        finish(cancellation, store);
    } catch (...) {
        fail(answer_);
    }
    return false;
}

void EnrichEndpoint::finish(const Cancellation& cancellation, BodyStore& store) {
    restart(answer_);
    begin_again(request_.max_steps, cancellation, is_parsed_ ? reading_ : Budget());
    if (!is_parsed_ && !parse()) {
        return;
    }
    if (!work()) {
        refuse_work(answer_, budget_, notes_);
    } else if (answer_.status == 200) {
        store.offer(answer_.body);
    }
}

/// Reads the request into query_. Returns false if the request is refused: the answer is then the refusal.
bool EnrichEndpoint::parse() {
    const store::Generation& generation = *request_.generation;
    const std::size_t body_bytes = request_.body.size();
    budget_.take(WorkKind::parse, item_ != nullptr ? row_work : body_bytes / body_bytes_a_step);
    const bool good = item_ != nullptr
                          ? EnrichRequestParser::parse(simdjson::dom::object(*item_), request_.strict, generation,
                                                       query_, notes_, error_)
                          : parsers_->take()->parse(request_.body, request_.strict, generation, query_, notes_, error_);
    if (!good) {
        refuse(answer_, error_, notes_);
        return false;
    }
    if (item_ != nullptr) {
        item_wants_total_ = query_.estimate_total;
        query_.estimate_total = false;
    }
    is_parsed_ = true;
    reading_ = budget_;
    return true;
}

/// Finds the rows and writes them. Returns false if the budget has stopped it. Otherwise the answer is complete, or is
/// an error.
bool EnrichEndpoint::work() {
    write_keys(answer_.key, query_);
    append_note(answer_.identity_note, "website", query_.has_website, query_.website);
    append_note(answer_.identity_note, "social_media_link", query_.has_profile, query_.profile);
    return !budget_.stopped() && find_rows() && render();
}

bool EnrichEndpoint::find_rows() {
    if (answer_.key.empty()) {
        result_.rows.clear();
        result_.total = 0;
        return true;
    }
    if (!search::prepare_enrich(*request_.generation, query_, result_, budget_) ||
        !search::run_enrich(*request_.generation, query_, result_, budget_)) {
        return false;
    }
    if (!result_.rows.empty()) {
        request_.generation->prefetch_row_bytes(result_.rows.front().docid);
    }
    return true;
}

bool EnrichEndpoint::render() {
    switch (render_rows(*request_.generation, query_, result_, request_.answer_limit, budget_, answer_.body)) {
        case Rendered::in_part:
            return false;
        case Rendered::whole:
            add_notes();
            break;
        case Rendered::too_large:
            refuse_rows();
            break;
        case Rendered::damaged:
            fail(answer_);
            break;
    }
    return true;
}

void EnrichEndpoint::add_notes() {
    join_header_names(notes_.ignored_fields, answer_.ignored_fields);
    join_header_names(notes_.applied_defaults, answer_.applied_defaults);
    answer_.rows = result_.rows.size();
    answer_.total = result_.total;
    const bool tells_total = query_.estimate_total || (item_ != nullptr && item_wants_total_);
    answer_.counts = tells_total && answer_.rows == 0 && answer_.total > 0 ? 1 : 0;
}

void EnrichEndpoint::refuse_rows() {
    const std::string key = answer_.key;
    refuse_large(answer_, request_.answer_limit, result_.rows.size(), notes_);
    answer_.key = key;
}

}  // namespace bizrec::api
