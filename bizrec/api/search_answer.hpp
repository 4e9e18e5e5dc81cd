#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "bizrec/api/endpoint.hpp"
#include "bizrec/api/highlights.hpp"
#include "bizrec/api/request_parsers.hpp"
#include "bizrec/api/search_request.hpp"
#include "bizrec/query/reading.hpp"
#include "bizrec/query/search.hpp"

namespace bizrec::api {

using SearchParsers = RequestParsers<SearchRequestParser>;

/// A search.
class SearchEndpoint final : public Endpoint {
public:
    using Endpoint::answer;
    using Endpoint::run;

    explicit SearchEndpoint(std::shared_ptr<SearchParsers> parsers = std::make_shared<SearchParsers>(),
                            const search::ReadingLimits& limits = {});

    std::optional<std::uint64_t> start(const EndpointRequest& request) noexcept override;
    void run(const Cancellation& cancellation, BodyStore& store) noexcept override;
    const Answer& answer() const noexcept override { return answer_; }

private:
    std::optional<std::uint64_t> begin(const EndpointRequest& request);
    std::optional<std::uint64_t> prepare_search();
    void finish(const Cancellation& cancellation, BodyStore& store);
    Rendered render(const Cancellation& cancellation, BodyStore& store);
    void break_off() noexcept;

    std::shared_ptr<SearchParsers> parsers_;
    search::SearchQuery query_;
    search::ReadingLimits reading_limits_;
    search::Search search_{reading_limits_};
    search::SearchResult result_;
    std::vector<std::string_view> words_;  // that were searched for
    Highlights highlights_;
    RequestNotes notes_;
    Answer answer_;
    ApiError error_;

    // The request at work.
    EndpointRequest request_;
    bool is_body_unread_ = false;
    bool is_search_spoiled_ = false;  // an exception has left it in the midst of its work
};

}  // namespace bizrec::api
