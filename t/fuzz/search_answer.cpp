// For every request the answer is JSON, its status is 200, 400, 413 or 422, and its figures for the log agree with its
// body.
#include <simdjson.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/api/highlights.hpp"
#include "bizrec/api/search_answer.hpp"
#include "t/fuzz/answer_checks.hpp"
#include "t/fuzz/tiny_index.hpp"

using namespace bizrec;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto generation = fuzz::make_tiny_index();
    static api::SearchEndpoint endpoint;
    if (size == 0) {
        return 0;
    }
    const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
    api::EndpointRequest request{generation.get(), body, (data[0] & 1) != 0, 0, api::default_answer_limit, 50};
    const bool is_full = (data[0] & 2) != 0;
    request.explains = (data[0] & 4) != 0;
    request.rows = is_full ? api::SearchRows::full : api::SearchRows::ids;
    if (endpoint.start(request)) {
        endpoint.run();
    }
    fuzz::check_answer(endpoint.answer(), [is_full, &request](simdjson::dom::element row, std::uint64_t score) {
        fuzz::require(score < 1U << 24);
        fuzz::require(request.explains == (row["explain"].error() == simdjson::SUCCESS));
        if (!is_full) {
            return fuzz::require(row["place_id"].is_string());
        }
        fuzz::require(std::string_view(row["content"]["store_id"]) == std::string_view(row["id"]));
        fuzz::require(simdjson::dom::array(row["match_highlights"]).size() <= api::Highlights::at_most);
    });
    return 0;
}
