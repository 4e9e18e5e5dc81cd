#include "bizrec/api/records_answer.hpp"

#include <utility>

#include "bizrec/api/header_text.hpp"
#include "bizrec/api/row_work.hpp"
#include "bizrec/postings/work.hpp"

namespace bizrec::api {

RecordsEndpoint::RecordsEndpoint(std::shared_ptr<RecordsParsers> parsers) : parsers_(std::move(parsers)) {
    restart(answer_);
}

bool RecordsEndpoint::start(const EndpointRequest& request) noexcept {
    try {
        restart(answer_);
        request_ = request;
        budget_ = Budget(request.inline_steps);
        BodyStore memory;
        return parse() && !(find_records() && write_records(memory)) && may_go_on(request_, answer_, notes_);
    } catch (...) {
        fail(answer_);
        return false;
    }
}

bool RecordsEndpoint::run(const Cancellation& cancellation, BodyStore& store) noexcept {
    try {
        restart(answer_);
        begin_again(request_.max_steps, cancellation, reading_);
        if (!(find_records() && write_records(store))) {
            refuse_work(answer_, budget_, notes_);
        }
    } catch (...) {
        fail(answer_);
    }
    return false;
}

/// Reads the request into ids_. Returns false if the request is refused: the answer is then the refusal.
bool RecordsEndpoint::parse() {
    budget_.take(WorkKind::parse, (request_.arguments.size() + request_.body.size()) / body_bytes_a_step);
    if (!parsers_->take()->parse(request_.arguments, request_.body, request_.strict, ids_, notes_, error_)) {
        refuse(answer_, error_, notes_);
        return false;
    }
    reading_ = budget_;
    return true;
}

/// Sets docids_ to the documents of the ids that the index holds. Returns false if the budget is used up.
bool RecordsEndpoint::find_records() {
    const store::Generation& generation = *request_.generation;
    docids_.clear();
    if (!budget_.take(WorkKind::look_up, ids_.size() * search::key_work)) {
        return false;
    }
    for (const format::Uuid& id : ids_) {
        const std::uint32_t docid = generation.find_id(id);
        if (docid != format::no_docid) {
            docids_.push_back(docid);
            generation.prefetch_row(docid);
        }
    }
    return true;
}

/// Writes the records. Returns false if the budget is used up. Otherwise the answer is complete, or is an error.
bool RecordsEndpoint::write_records(BodyStore& store) {
    const store::Generation& generation = *request_.generation;
    std::string_view separator = "{";
    for (const std::uint32_t docid : docids_) {
        const format::ContentRow row = generation.content_row(docid);
        if (!take_row(budget_, row.record_bytes)) {
            return false;
        }
        if (store.bytes() + answer_.body.size() + row.record_bytes > request_.answer_limit) {
            refuse_records();  // checked before the memory is allocated
            return true;
        }
        answer_.body += std::exchange(separator, ",");
        if (!generation.append_record_member(row, answer_.body)) {
            fail(answer_);
            return true;
        }
        store.offer(answer_.body);
    }
    answer_.body += docids_.empty() ? "{}" : "}";
    if (store.bytes() + answer_.body.size() > request_.answer_limit) {
        refuse_records();
        return true;
    }
    join_header_names(notes_.ignored_fields, answer_.ignored_fields);
    answer_.rows = answer_.total = docids_.size();
    answer_.unknown_ids = ids_.size() - docids_.size();
    return true;
}

void RecordsEndpoint::refuse_records() {
    restart(answer_);
    refuse(answer_, records_too_large_error(request_.answer_limit, docids_.size()), notes_);
}

}  // namespace bizrec::api
