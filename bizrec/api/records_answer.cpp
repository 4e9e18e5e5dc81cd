#include "bizrec/api/records_answer.hpp"

#include <utility>

#include "bizrec/api/header_text.hpp"
#include "bizrec/api/row_work.hpp"

namespace bizrec::api {

RecordsEndpoint::RecordsEndpoint(std::shared_ptr<RecordsParsers> parsers) : parsers_(std::move(parsers)) {
    restart(answer_);
}

std::optional<std::uint64_t> RecordsEndpoint::start(const EndpointRequest& request) noexcept {
    try {
        restart(answer_);
        request_ = request;
        return begin();
    } catch (...) {
        fail(answer_);
        return std::nullopt;
    }
}

void RecordsEndpoint::run(const Cancellation& cancellation, BodyStore& store) noexcept {
    try {
        write_records(cancellation, store);
    } catch (...) {
        fail(answer_);
    }
}

std::optional<std::uint64_t> RecordsEndpoint::begin() {
    if (!parsers_->take()->parse(request_.arguments, request_.body, request_.strict, ids_, notes_, error_)) {
        refuse(answer_, error_, notes_);
        return std::nullopt;
    }
    const std::uint64_t cost = find_records();
    if (cost >= request_.inline_steps) {
        return cost;
    }
    BodyStore memory;
    write_records(Cancellation(), memory);
    return std::nullopt;
}

/// Returns what it costs to write them.
std::uint64_t RecordsEndpoint::find_records() {
    const store::Generation& generation = *request_.generation;
    docids_.clear();
    for (const format::Uuid& id : ids_) {
        const std::uint32_t docid = generation.find_id(id);
        if (docid != format::no_docid) {
            docids_.push_back(docid);
            generation.prefetch_row(docid);
        }
    }
    std::uint64_t cost = 1;
    for (const std::uint32_t docid : docids_) {
        cost += row_steps(generation.content_row(docid).record_bytes);
    }
    return cost;
}

void RecordsEndpoint::write_records(const Cancellation& cancellation, BodyStore& store) {
    const store::Generation& generation = *request_.generation;
    std::string_view separator = "{";
    for (const std::uint32_t docid : docids_) {
        if (cancellation.requested()) {
            return;
        }
        const format::ContentRow row = generation.content_row(docid);
        if (store.bytes() + answer_.body.size() + row.record_bytes > request_.answer_limit) {
            return refuse_records();  // before the memory is asked for
        }
        answer_.body += std::exchange(separator, ",");
        if (!generation.append_record_member(row, answer_.body)) {
            return fail(answer_);
        }
        store.offer(answer_.body);
    }
    answer_.body += docids_.empty() ? "{}" : "}";
    if (store.bytes() + answer_.body.size() > request_.answer_limit) {
        return refuse_records();
    }
    join_header_names(notes_.ignored_fields, answer_.ignored_fields);
    answer_.rows = answer_.total = docids_.size();
    answer_.unknown_ids = ids_.size() - docids_.size();
}

void RecordsEndpoint::refuse_records() {
    restart(answer_);
    refuse(answer_, records_too_large_error(request_.answer_limit, docids_.size()), notes_);
}

}  // namespace bizrec::api
