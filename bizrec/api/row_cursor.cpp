#include "bizrec/api/row_cursor.hpp"

#include <simdjson.h>

#include <cmath>

namespace bizrec::api {
namespace {

namespace dom = simdjson::dom;

constexpr std::uint32_t beyond_all_scores = 1U << 24;

bool refuse_cursor(ApiError& error, const FieldPath& path, std::string_view problem) {
    refuse_field(error, path, problem);
    return false;
}

}  // namespace

bool read_cursor(const dom::element& value, const FieldPath& path, search::PageCursor& cursor, ApiError& error) {
    cursor = {};
    if (is_omitted(value)) {
        return true;
    }
    dom::array pair;
    if (value.get(pair) != simdjson::SUCCESS || pair.size() != 2) {
        refuse_value(error, path, "an array of a match_score and an id", value);
        return false;
    }
    const dom::element id = pair.at(1);
    std::string_view text;
    if (id.get(text) != simdjson::SUCCESS || !format::read_uuid(text, cursor.cursor_id.emplace())) {
        return refuse_cursor(error, path, "expected an id (a UUID) as its second element, got " + describe(id));
    }
    const dom::element first = pair.at(0);
    double score = 0;
    if (!first.is_number() || first.get(score) != simdjson::SUCCESS || score < 0) {
        return refuse_cursor(error, path,
                             "expected a match_score of 0 or more as its first element, got " + describe(first));
    }
    // The scores of rows are whole numbers. A cursor with the score 812.5 stands between the rows of 813 and those of
    // 812, so it becomes the cursor after the last possible row of 813.
    const double above = std::ceil(score);
    if (above != score) {
        cursor.cursor_id.reset();
    }
    cursor.cursor_score = above < beyond_all_scores ? static_cast<std::uint32_t>(above) : beyond_all_scores;
    cursor.has_cursor = true;
    return true;
}

}  // namespace bizrec::api
