#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "bizrec/api/endpoint.hpp"
#include "bizrec/api/request_parsers.hpp"
#include "bizrec/api/search_request.hpp"
#include "bizrec/query/reading.hpp"

namespace bizrec::api {

using SearchParsers = RequestParsers<SearchRequestParser>;

/// A search.
class SearchEndpoint final : public Endpoint {
public:
    using Endpoint::answer;
    using Endpoint::run;

    explicit SearchEndpoint(std::shared_ptr<SearchParsers> parsers = std::make_shared<SearchParsers>(),
                            const search::ReadingLimits& limits = {});
    ~SearchEndpoint() override;

    std::optional<std::uint64_t> start(const EndpointRequest& request) noexcept override;
    void run(const Cancellation& cancellation, BodyStore& store) noexcept override;
    const Answer& answer() const noexcept override;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace bizrec::api
