#pragma once

#include <memory>
#include <vector>

#include "bizrec/api/endpoint.hpp"
#include "bizrec/api/record_ids.hpp"
#include "bizrec/api/request_parsers.hpp"

namespace bizrec::api {

using RecordsParsers = RequestParsers<RecordIdsParser>;

/// The endpoint that returns records by their ids: an object from id to record, in the order of the request. Ids that
/// the index does not hold are left out and counted.
class RecordsEndpoint final : public Endpoint {
public:
    using Endpoint::answer;
    using Endpoint::run;

    explicit RecordsEndpoint(std::shared_ptr<RecordsParsers> parsers = std::make_shared<RecordsParsers>());

    bool start(const EndpointRequest& request) noexcept override;
    bool run(const Cancellation& cancellation, BodyStore& store) noexcept override;
    const Answer& answer() const noexcept override { return answer_; }

private:
    bool parse();
    bool find_records();
    bool write_records(BodyStore& store);
    void refuse_records();

    std::shared_ptr<RecordsParsers> parsers_;
    std::vector<format::Uuid> ids_;
    std::vector<std::uint32_t> docids_;  // of the ids that the index holds
    RequestNotes notes_;
    ApiError error_;
    Answer answer_;
    EndpointRequest request_;  // the current request
    Budget reading_;           // steps that parsing has taken
};

}  // namespace bizrec::api
