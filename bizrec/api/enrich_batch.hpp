#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "bizrec/api/batch_items.hpp"
#include "bizrec/api/endpoint.hpp"
#include "bizrec/api/enrich_answer.hpp"
#include "bizrec/api/request_parsers.hpp"
#include "bizrec/base/json_parser.hpp"

namespace bizrec::api {

using BatchParsers = RequestParsers<BatchItemsParser>;

/// Up to a hundred enrichments in one request (docs/api.md, "Many companies at once"). The answer is an array with an
/// object for each item, in the order of the items: {"status":200,"rows":[…]}, or the status and body of an error. An
/// item that fails does not affect the others. If the whole answer would exceed the limit, no item is delivered.
/// start() reads a small body and answers items while its steps last. Each call of run() answers one more item, as if
/// it were a single request.
class EnrichBatchEndpoint final : public Endpoint {
public:
    using Endpoint::answer;
    using Endpoint::run;

    explicit EnrichBatchEndpoint(std::shared_ptr<BatchParsers> parsers = std::make_shared<BatchParsers>());
    ~EnrichBatchEndpoint() override;

    bool start(const EndpointRequest& request) noexcept override;
    bool run(const Cancellation& cancellation, BodyStore& store) noexcept override;
    const Answer& answer() const noexcept override { return answer_; }

private:
    enum class Left : std::uint8_t {
        everything,
        item,   ///< the current item, which has been started, and the items after it
        items,  ///< the current item and the items after it
        nothing,
    };

    bool work_at_once();
    void finish(const Cancellation& cancellation, BodyStore& store);
    bool parse();
    bool start_item(std::uint64_t inline_steps);
    void end_item();
    void append_item();
    void append_success(const Answer& item);
    void refuse_large_answer();
    void end() noexcept;

    std::shared_ptr<BatchParsers> parsers_;
    BatchParsers::Lease parser_;  // held while items are read
    EnrichEndpoint enrichment_;   // handles one item after another
    std::vector<simdjson::dom::element> items_;
    RequestNotes notes_;
    ApiError error_;
    Answer answer_;

    // The current request.
    EndpointRequest request_;
    Left left_ = Left::everything;
    std::size_t item_ = 0;      // index of the current item
    std::uint64_t stored_ = 0;  // bytes of the answer's body that the BodyStore has taken
};

}  // namespace bizrec::api
