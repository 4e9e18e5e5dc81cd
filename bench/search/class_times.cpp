#include "bench/search/class_times.hpp"

#include "bench/search/word_search.hpp"
#include "bizrec/api/search_answer.hpp"
#include "bizrec/query/search.hpp"

namespace bizrec::bench {
namespace {

Percentiles time_words(const store::Generation& generation, const std::vector<Request>& requests) {
    WordSearch search(generation);
    return median_of_three([&](Times& times) {
        for (const auto& request : requests) {
            search.prepare(request);
            search::SearchRow last;
            for (std::uint32_t page = 0; page < request.pages; ++page) {
                const search::RankResult* result = nullptr;
                times.time([&] { result = &search.rank(request, page == 0 ? nullptr : &last); });
                if (result->rows.empty()) {
                    break;
                }
                last = result->rows.back();
            }
        }
    });
}

search::SearchQuery query_of(const Request& request) {
    search::SearchQuery out;
    out.query = text_of(request);
    if (request.place != Request::Place::none) {
        out.locations = {request.location};
    }
    out.limit = request.limit;
    return out;
}

Percentiles time_search(const store::Generation& generation, const std::vector<Request>& requests) {
    search::Search search;
    search::SearchResult result;
    return median_of_three([&](Times& times) {
        for (const auto& request : requests) {
            search::SearchQuery query = query_of(request);
            for (std::uint32_t page = 0; page < request.pages; ++page) {
                times.time([&] { search.run(generation, query, result); });
                if (result.rows.empty()) {
                    break;
                }
                query.has_cursor = true;
                query.cursor_score = result.rows.back().score;
                query.cursor_id = generation.uuid[result.rows.back().docid];
            }
        }
    });
}

/// The body for the next page, with the cursor of the answer's last row; "" after the last page.
std::string next_body(const std::string& first_body, const std::string& answer) {
    const std::size_t cursor = answer.rfind("\"cursor\":");
    if (cursor == std::string::npos) {
        return "";
    }
    const std::size_t end = answer.find(']', cursor);
    return first_body.substr(0, first_body.size() - 1) + "," + answer.substr(cursor, end + 1 - cursor) + "}";
}

Percentiles time_endpoint(const store::Generation& generation, const std::vector<Request>& requests) {
    api::SearchEndpoint endpoint;
    return median_of_three([&](Times& times) {
        for (const auto& request : requests) {
            const std::string first = body_of(request);
            std::string body = first;
            for (std::uint32_t page = 0; page < request.pages && !body.empty(); ++page) {
                times.time([&] { endpoint.answer(generation, body, false); });
                body = next_body(first, endpoint.answer().body);
            }
        }
    });
}

std::string location_of(const Request& request) {
    const search::LocationFilter& at = request.location;
    std::string out = R"({"country":")" + at.country + '"';
    if (request.place == Request::Place::city) {
        out += R"(,"state":")" + at.state + R"(","city":")" + at.city + '"';
    } else if (request.place == Request::Place::postal_code) {
        out += R"(,"zip_code":[")" + at.postal_codes.front() + R"("])";
    } else if (request.place == Request::Place::circle) {
        out += R"(,"lat":)" + degrees(at.centre.latitude) + R"(,"long":)" + degrees(at.centre.longitude) +
               R"(,"geo_radius":)" + std::to_string(static_cast<int>(at.radius_metres));
    }
    return out + '}';
}

}  // namespace

std::string body_of(const Request& request) {
    std::string out = R"({"query":")" + text_of(request) + '"';
    if (request.place != Request::Place::none) {
        out += R"(,"location":)" + location_of(request);
    }
    return out + R"(,"limit":)" + std::to_string(request.limit) + '}';
}

ClassTimes time_class(const store::Generation& generation, const std::vector<Request>& requests) {
    ClassTimes out;
    out.words_to_rows = time_words(generation, requests);
    if (!requests.front().any_word) {
        out.search = time_search(generation, requests);
        out.endpoint = time_endpoint(generation, requests);
    }
    return out;
}

std::vector<std::uint64_t> count_hits(const store::Generation& generation, const std::vector<Request>& requests) {
    WordSearch search(generation);
    std::vector<std::uint64_t> out;
    for (const auto& request : requests) {
        out.push_back(search.count(request));
    }
    return out;
}

}  // namespace bizrec::bench
