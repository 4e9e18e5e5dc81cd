#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "bizrec/api/endpoint.hpp"
#include "bizrec/api/enrich_request.hpp"
#include "bizrec/api/request_parsers.hpp"
#include "bizrec/base/json_types.hpp"

namespace bizrec::api {

using EnrichParsers = RequestParsers<EnrichRequestParser>;

/// An enrichment. start() finds the rows, and then writes as many of them as its steps allow; run() writes the others.
class EnrichEndpoint final : public Endpoint {
public:
    using Endpoint::answer;
    using Endpoint::run;

    explicit EnrichEndpoint(std::shared_ptr<EnrichParsers> parsers = std::make_shared<EnrichParsers>());

    std::optional<std::uint64_t> start(const EndpointRequest& request) noexcept override;
    /// The same for `item`, a JSON object that is parsed already, in the place of the request's body. It must live as
    /// long. The answer's rows are an array, whatever the item says of a total.
    std::optional<std::uint64_t> start(const EndpointRequest& request, const simdjson::dom::element& item) noexcept;
    void run(const Cancellation& cancellation, BodyStore& store) noexcept override;
    const Answer& answer() const noexcept override { return answer_; }
    /// Of the item at work: it asks for the total.
    bool item_wants_total() const noexcept { return item_wants_total_; }

private:
    enum class Left : std::uint8_t { everything, rows, rendering };

    std::optional<std::uint64_t> begin() noexcept;
    std::optional<std::uint64_t> work_at_once();
    bool parse();
    std::uint64_t look_up(std::uint64_t at_once);
    void find_rows();
    void finish(const Cancellation& cancellation, BodyStore& store);
    bool render(std::uint64_t max_steps);
    void add_notes();
    void refuse_rows();

    std::shared_ptr<EnrichParsers> parsers_;
    search::EnrichQuery query_;
    search::EnrichResult result_;
    RequestNotes notes_;
    Answer answer_;
    ApiError error_;

    // The request at work.
    EndpointRequest request_;
    const simdjson::dom::element* item_ = nullptr;
    bool item_wants_total_ = false;
    Left left_ = Left::everything;
    std::size_t rows_written_ = 0;
};

}  // namespace bizrec::api
