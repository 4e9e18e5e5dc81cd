#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "bizrec/api/endpoint.hpp"
#include "bizrec/api/record_ids.hpp"
#include "bizrec/api/request_parsers.hpp"

namespace bizrec::api {

using RecordsParsers = RequestParsers<RecordIdsParser>;

/// A hydration: ids of records in, an object from id to record out, in the order asked. Ids that the index does not
/// hold are absent and counted. start() reads the request and finds the records; the greatest part of the work is to
/// write them.
class RecordsEndpoint final : public Endpoint {
public:
    using Endpoint::answer;
    using Endpoint::run;

    explicit RecordsEndpoint(std::shared_ptr<RecordsParsers> parsers = std::make_shared<RecordsParsers>());

    std::optional<std::uint64_t> start(const EndpointRequest& request) noexcept override;
    void run(const Cancellation& cancellation, BodyStore& store) noexcept override;
    const Answer& answer() const noexcept override { return answer_; }

private:
    std::optional<std::uint64_t> begin();
    std::uint64_t find_records();
    void write_records(const Cancellation& cancellation, BodyStore& store);
    void refuse_records();

    std::shared_ptr<RecordsParsers> parsers_;
    std::vector<format::Uuid> ids_;
    std::vector<std::uint32_t> docids_;  // of those that the index holds
    RequestNotes notes_;
    ApiError error_;
    Answer answer_;
    EndpointRequest request_;  // at work
};

}  // namespace bizrec::api
