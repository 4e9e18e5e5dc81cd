#include "bizrec/api/search_cursor.hpp"

#include <cmath>

#include "bizrec/api/field_values.hpp"
#include "bizrec/api/search_fields.hpp"
#include "bizrec/format/content.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::api {
namespace {

namespace dom = simdjson::dom;

constexpr std::uint32_t beyond_all_scores = 1U << 24;
constexpr unsigned char all_ones = 0xFF;  // the greatest UUID (RFC 9562 section 5.10), which no record has

bool refuse_cursor(ApiError& error, std::string_view problem) {
    return refuse_field(error, {name_of(SearchField::cursor)}, problem);
}

bool read_score(dom::element value, search::SearchQuery& query, ApiError& error) {
    double score = 0;
    if (!value.is_number() || value.get(score) != simdjson::SUCCESS || score < 0) {
        return refuse_cursor(error, "expected a match_score of 0 or more as its first element, got " + describe(value));
    }
    // Between two scores no row is left of the upper one.
    const double above = std::ceil(score);
    if (above != score) {
        query.cursor_id.fill(all_ones);
    }
    query.cursor_score = above < beyond_all_scores ? static_cast<std::uint32_t>(above) : beyond_all_scores;
    return true;
}

}  // namespace

bool read_search_cursor(dom::element value, search::SearchQuery& query, ApiError& error) {
    if (is_omitted(value)) {
        return true;
    }
    dom::array pair;
    if (value.get(pair) != simdjson::SUCCESS || pair.size() != 2) {
        return refuse_value(error, {name_of(SearchField::cursor)}, "an array of a match_score and an id", value);
    }
    const dom::element id = pair.at(1);
    std::string_view text;
    if (id.get(text) != simdjson::SUCCESS || !format::read_uuid(text, query.cursor_id)) {
        return refuse_cursor(error, "expected an id (a UUID) as its second element, got " + describe(id));
    }
    query.has_cursor = true;
    return read_score(pair.at(0), query, error);
}

}  // namespace bizrec::api
