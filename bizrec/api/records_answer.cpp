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

void RecordsEndpoint::run(const Cancellation& cancellation) noexcept {
    try {
        write_records(cancellation);
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
    write_records(Cancellation());
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

void RecordsEndpoint::write_records(const Cancellation& cancellation) {
    const store::Generation& generation = *request_.generation;
    answer_.body = "{";
    for (const std::uint32_t docid : docids_) {
        if (cancellation.requested()) {
            return;
        }
        const format::ContentRow row = generation.content_row(docid);
        if (answer_.body.size() + row.record_bytes > request_.answer_limit) {
            const std::size_t limit = request_.answer_limit;
            restart(answer_);
            return refuse(answer_, records_too_large_error(limit, docids_.size()), notes_);
        }
        answer_.body += answer_.body.size() == 1 ? "" : ",";
        if (!generation.append_record_member(row, answer_.body)) {
            return fail(answer_);
        }
    }
    answer_.body += '}';
    join_header_names(notes_.ignored_fields, answer_.ignored_fields);
    answer_.rows = answer_.total = docids_.size();
    answer_.unknown_ids = ids_.size() - docids_.size();
}

}  // namespace bizrec::api
