// Any bytes are a good search within its bounds, or a refusal that is valid JSON.
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
    require(!bounds.by_locations || bounds.min_locations <= bounds.max_locations);
    require(!bounds.by_reviews || bounds.min_reviews <= bounds.max_reviews);
    require(!bounds.by_tier || (1 <= bounds.min_tier && bounds.min_tier <= bounds.max_tier && bounds.max_tier <= 4));
    require(!bounds.by_rating || (0 <= bounds.min_rating && bounds.min_rating <= bounds.max_rating));
    require(bounds.max_rating <= 5);
    require(!bounds.by_opened || (format::missing_time < bounds.opened_from));
    require(!bounds.by_refreshed || (format::missing_time < bounds.refreshed_from));
    require((bounds.flags_wanted & bounds.flags_unwanted) == 0);
    require((bounds.ownerships & ~0x1E) == 0);
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
