// Any bytes are a search within its bounds or a refusal that is valid JSON.
#include <algorithm>
#include <cstdint>
#include <string_view>

#include "bizrec/api/json_body.hpp"
#include "bizrec/api/json_problem.hpp"
#include "bizrec/api/location_request.hpp"
#include "bizrec/api/search_request.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/text/utf8.hpp"
#include "t/fuzz/request_checks.hpp"
#include "t/fuzz/tiny_index.hpp"

namespace {

using namespace bizrec;
using bizrec::fuzz::require;

constexpr std::uint32_t max_limit = 1000;

void check_text(const std::string& text, std::size_t at_most) {
    require(text::is_valid_utf8(text) && count_code_points(text) <= at_most);
    require(text.find('\0') == std::string::npos);
    require(text.empty() || (text.front() != ' ' && text.back() != ' '));
}

void check_texts(const std::vector<std::string>& texts, std::size_t at_most) {
    require(texts.size() <= at_most);
    for (const std::string& text : texts) {
        require(!text.empty());
        check_text(text, api::search_list_text_characters);
    }
}

void check_bounds(const search::ColumnBounds& bounds) {
    require(!bounds.num_stores.given || bounds.num_stores.min <= bounds.num_stores.max);
    require(!bounds.reviews.given || bounds.reviews.min <= bounds.reviews.max);
    require(!bounds.price_tier.given || (1 <= bounds.price_tier.min && bounds.price_tier.min <= bounds.price_tier.max &&
                                         bounds.price_tier.max <= 4));
    require(!bounds.rating.given || (0 <= bounds.rating.min && bounds.rating.min <= bounds.rating.max));
    require(bounds.rating.max <= 5);
    require(!bounds.opened.given || (format::missing_time < bounds.opened.min));
    require(!bounds.refreshed.given || (format::missing_time < bounds.refreshed.min));
    require((bounds.flags.wanted & bounds.flags.unwanted) == 0);
    require((bounds.ownership.allowed & ~0x1E) == 0);
}

void check_query(const search::SearchQuery& query) {
    check_text(query.query, api::query_characters);
    check_text(query.store_name, api::query_characters);
    check_texts(query.tags, api::max_tags);
    check_texts(query.include_keywords, api::max_keywords);
    check_texts(query.exclude_keywords, api::max_keywords);
    check_bounds(query.bounds);
    require(std::is_sorted(query.excluded_domains.begin(), query.excluded_domains.end()));
    require(std::adjacent_find(query.excluded_domains.begin(), query.excluded_domains.end()) ==
            query.excluded_domains.end());
    require(std::is_sorted(query.included_domains.begin(), query.included_domains.end()));
    require(query.by_included_domains || query.included_domains.empty());
    require(query.limit >= 1 && query.limit <= max_limit);
    require(query.locations.size() <= api::max_location_objects);
    require(!query.has_cursor || query.cursor_score <= 1U << 24);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const auto generation = fuzz::make_tiny_index();
    static api::SearchRequestParser parser;
    static search::SearchQuery query;
    static api::RequestNotes notes;
    if (size == 0) {
        return 0;
    }
    const bool strict = (data[0] & 1) != 0;
    const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
    api::ApiError error;
    const bool good = parser.parse(body, strict, max_limit, *generation, query, notes, error);
    good ? check_query(query) : fuzz::check_refusal(error, body);
    fuzz::check_notes(notes);
    return 0;
}
