#pragma once

#include <memory>

#include "bizrec/api/endpoint.hpp"
#include "bizrec/api/enrich_request.hpp"
#include "bizrec/api/request_parsers.hpp"
#include "bizrec/base/json_parser.hpp"

namespace bizrec::api {

using EnrichParsers = RequestParsers<EnrichRequestParser>;

/// The endpoint of an enrichment.
class EnrichEndpoint final : public Endpoint {
public:
    using Endpoint::answer;
    using Endpoint::run;

    explicit EnrichEndpoint(std::shared_ptr<EnrichParsers> parsers = std::make_shared<EnrichParsers>());

    bool start(const EndpointRequest& request) noexcept override;
    /// Starts on `item`, a parsed JSON object, instead of the request's body. `item` must live as long as the body
    /// would. The answer's rows are always an array, even if the item asks for the total.
    bool start(const EndpointRequest& request, const simdjson::dom::element& item) noexcept;
    bool run(const Cancellation& cancellation, BodyStore& store) noexcept override;
    const Answer& answer() const noexcept override { return answer_; }
    /// Whether the current item asks for the total.
    bool item_wants_total() const noexcept { return item_wants_total_; }

private:
    bool begin() noexcept;
    void finish(const Cancellation& cancellation, BodyStore& store);
    bool parse();
    bool work();
    bool find_rows();
    bool render();
    void add_notes();
    void refuse_rows();

    std::shared_ptr<EnrichParsers> parsers_;
    search::EnrichQuery query_;
    search::EnrichResult result_;
    RequestNotes notes_;
    Answer answer_;
    ApiError error_;

    // The current request.
    EndpointRequest request_;
    const simdjson::dom::element* item_ = nullptr;
    bool item_wants_total_ = false;
    bool is_parsed_ = false;
    Budget reading_;  // steps that parsing has taken
};

}  // namespace bizrec::api
