#include "bizrec/api/enrich_batch.hpp"

#include <simdjson.h>

#include <algorithm>
#include <utility>

#include "bizrec/api/field_error.hpp"
#include "bizrec/api/header_text.hpp"
#include "bizrec/api/row_work.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/base/numbers.hpp"

namespace bizrec::api {
namespace {

constexpr std::string_view too_large = "answer_too_large";

/// Appends one note as a member of an item's object; nothing if `value` is empty. A single request gets the same note
/// as a response header.
void append_note(std::string& out, std::string_view name, const std::string& value) {
    if (!value.empty()) {
        out += ",\"";
        out += name;
        out += "\":";
        append_json_string(out, value);
    }
}

void append_notes(std::string& out, const Answer& item) {
    append_note(out, "ignored_fields", item.ignored_fields);
    append_note(out, "applied_defaults", item.applied_defaults);
    append_note(out, "identity_note", item.identity_note);
}

/// Appends the result of a failed item. `error`: the body of an error, a JSON object; its members are copied after the
/// status.
void append_error(std::string& out, int status, std::string_view error, const Answer& item) {
    out += "{\"status\":";
    append_number(out, static_cast<std::uint64_t>(status));
    out += ',';
    out += error.substr(1, error.size() - 2);
    append_notes(out, item);
    out += '}';
}

}  // namespace

EnrichBatchEndpoint::EnrichBatchEndpoint(std::shared_ptr<BatchParsers> parsers) : parsers_(std::move(parsers)) {
    restart(answer_);
}

EnrichBatchEndpoint::~EnrichBatchEndpoint() {
    end();  // the request may have been given up between two items
}

bool EnrichBatchEndpoint::start(const EndpointRequest& request) noexcept {
    try {
        end();
        restart(answer_);
        request_ = request;
        left_ = Left::everything;
        budget_ = Budget(request.inline_steps);
        return work_at_once();
    } catch (...) {
        fail(answer_);
        end();
        return false;
    }
}

bool EnrichBatchEndpoint::run(const Cancellation& cancellation, BodyStore& store) noexcept {
    try {
        begin_again(Budget::unlimited, cancellation, Budget());
        finish(cancellation, store);
    } catch (...) {
        fail(answer_);
        left_ = Left::nothing;
    }
    if (left_ != Left::nothing && !cancellation.requested()) {
        return true;
    }
    end();
    return false;
}

bool EnrichBatchEndpoint::work_at_once() {
    if (request_.body.size() > max_body_read_at_once) {
        return true;
    }
    if (!parse()) {
        end();
        return false;
    }
    while (left_ == Left::items) {
        const bool is_spent = start_item(budget_.left());
        if (error_.code.empty()) {  // otherwise enrichment_ was not started
            budget_.take(enrichment_.budget());
        }
        if (is_spent) {
            left_ = Left::item;
            return true;
        }
        end_item();
    }
    end();
    return false;
}

/// Reads the body if that is still to do, and handles one item.
void EnrichBatchEndpoint::finish(const Cancellation& cancellation, BodyStore& store) {
    if (left_ == Left::everything && !parse()) {
        left_ = Left::nothing;
    }
    if (left_ == Left::nothing || cancellation.requested()) {
        return;
    }
    if (left_ == Left::item || start_item(0)) {
        BodyStore memory;
        enrichment_.run(cancellation, memory);
        budget_.take(enrichment_.budget());
        if (cancellation.requested()) {
            return;
        }
    }
    left_ = Left::items;
    end_item();
    if (answer_.status == 200) {
        store.offer(answer_.body);
    }
    stored_ = store.bytes();
}

bool EnrichBatchEndpoint::parse() {
    budget_.take(WorkKind::parse, request_.body.size() / body_bytes_a_step);
    parser_ = parsers_->take();
    if (!parser_->parse(request_.body, request_.strict, items_, notes_, error_)) {
        refuse(answer_, error_, notes_);
        return false;
    }
    join_header_names(notes_.ignored_fields, answer_.ignored_fields);
    answer_.body = "[";
    stored_ = 0;
    item_ = 0;
    left_ = Left::items;
    return true;
}

/// Starts the current item. Returns true if enrichment_.run() must be called for it. Returns false if enrichment_ has
/// its answer, or if the item is not an object: then error_ is set.
bool EnrichBatchEndpoint::start_item(std::uint64_t inline_steps) {
    const simdjson::dom::element& item = items_[item_];
    error_ = {};
    if (!item.is_object()) {
        refuse_value(error_, {"items", FieldPath::none, static_cast<std::int32_t>(item_)}, "an object", item);
        return false;
    }
    EndpointRequest request = request_;
    request.inline_steps = inline_steps;
    request.answer_limit -= std::min(request.answer_limit, stored_ + answer_.body.size());
    return enrichment_.start(request, item);
}

/// Adds the item's answer and moves on to the next item.
void EnrichBatchEndpoint::end_item() {
    answer_.body += item_ == 0 ? "" : ",";
    append_item();
    if (left_ == Left::items && stored_ + answer_.body.size() >= request_.answer_limit) {
        refuse_large_answer();
    }
    if (left_ == Left::items && ++item_ == items_.size()) {
        answer_.body += ']';
        left_ = Left::nothing;
    }
}

void EnrichBatchEndpoint::append_item() {
    if (!error_.code.empty()) {
        append_error(answer_.body, error_.status, render_error(error_), Answer());
        return;
    }
    const Answer& item = enrichment_.answer();
    if (item.status == 500) {
        fail(answer_);  // a 500 is not the fault of an item, so the whole answer fails
        left_ = Left::nothing;
    } else if (item.error_code == too_large) {
        refuse_large_answer();
    } else if (item.status != 200) {
        append_error(answer_.body, item.status, item.body, item);
    } else {
        append_success(item);
    }
}

void EnrichBatchEndpoint::append_success(const Answer& item) {
    answer_.body += "{\"status\":200,\"rows\":";
    answer_.body += item.body;
    if (enrichment_.item_wants_total()) {
        answer_.body += ",\"total_count\":";
        append_number(answer_.body, item.total);
    }
    append_notes(answer_.body, item);
    answer_.body += '}';
    answer_.rows += item.rows;
    answer_.total += item.total;
    answer_.counts += item.counts;
}

void EnrichBatchEndpoint::refuse_large_answer() {
    restart(answer_);
    refuse(answer_, batch_too_large_error(request_.answer_limit), notes_);
    left_ = Left::nothing;
}

void EnrichBatchEndpoint::end() noexcept {
    left_ = Left::nothing;
    if (parser_) {
        parser_->release();
        parser_.reset();
    }
}

}  // namespace bizrec::api
