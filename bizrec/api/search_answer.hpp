#pragma once

#include <cstdint>
#include <memory>
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

/// The endpoint of a search.
class SearchEndpoint final : public Endpoint {
public:
    using Endpoint::answer;
    using Endpoint::run;

    explicit SearchEndpoint(std::shared_ptr<SearchParsers> parsers = std::make_shared<SearchParsers>(),
                            const search::ReadingLimits& limits = {});

    bool start(const EndpointRequest& request) noexcept override;
    bool run(const Cancellation& cancellation, BodyStore& store) noexcept override;
    const Answer& answer() const noexcept override { return answer_; }

private:
    bool begin(const EndpointRequest& request);
    void finish(const Cancellation& cancellation, BodyStore& store);
    enum class Parsed : std::uint8_t { good, refused, stopped };
    Parsed parse();
    bool work(BodyStore& store);
    Rendered render(BodyStore& store);
    void add_notes();
    void break_off() noexcept;

    std::shared_ptr<SearchParsers> parsers_;
    search::SearchQuery query_;
    search::ReadingLimits reading_limits_;
    search::Search search_{reading_limits_};
    search::SearchResult result_;
    std::vector<std::string_view> words_;  // the words searched for; at the end those of the other reading
    Highlights highlights_;
    RequestNotes notes_;
    Answer answer_;
    ApiError error_;

    // The current request.
    EndpointRequest request_;
    bool is_parsed_ = false;
    Budget reading_;                  // steps that parsing has taken
    bool is_search_spoiled_ = false;  // an exception interrupted search_, so it must be replaced
};

}  // namespace bizrec::api
