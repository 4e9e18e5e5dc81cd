#include "bizrec/api/field_values.hpp"

#include <simdjson.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/date_time.hpp"
#include "bizrec/base/utf8.hpp"
#include "bizrec/text/fold.hpp"

namespace bizrec::api {
namespace {

namespace dom = simdjson::dom;

constexpr std::string_view wide_spaces[] = {"\xC2\xA0", "\xE3\x80\x80"};  // no-break space, ideographic space

// Size in bytes of one white-space character at the start, or at the end, of `text`; 0 if there is none.
std::size_t space_at_start(std::string_view text) noexcept {
    if (!text.empty() && is_space(text.front())) {
        return 1;
    }
    const auto* found = std::find_if(std::begin(wide_spaces), std::end(wide_spaces),
                                     [&](std::string_view space) { return starts_with(text, space); });
    return found == std::end(wide_spaces) ? 0 : found->size();
}

std::size_t space_at_end(std::string_view text) noexcept {
    if (!text.empty() && is_space(text.back())) {
        return 1;
    }
    const auto* found = std::find_if(std::begin(wide_spaces), std::end(wide_spaces),
                                     [&](std::string_view space) { return ends_with(text, space); });
    return found == std::end(wide_spaces) ? 0 : found->size();
}

std::string_view without_leading_space(std::string_view text) noexcept {
    while (const std::size_t space = space_at_start(text)) {
        text.remove_prefix(space);
    }
    return text;
}

std::string_view trimmed(std::string_view text) noexcept {
    text = without_leading_space(text);
    while (const std::size_t space = space_at_end(text)) {
        text.remove_suffix(space);
    }
    return text;
}

bool is_all_blank(std::string_view text) noexcept {
    return without_leading_space(text).empty();
}

bool is_longer(std::string_view text, TextLimit limit) {
    return text.size() > limit.most && (limit.unit == TextLimit::Unit::bytes || count_code_points(text) > limit.most);
}

Reading refused(bool /* what refuse_…() returned */) {
    return Reading::refused;
}

Reading read_string(dom::element value, const FieldPath& field, std::string_view& text, ApiError& error) {
    if (value.is_null()) {
        return Reading::omitted;
    }
    return value.get(text) == simdjson::SUCCESS ? Reading::given
                                                : refused(refuse_value(error, field, "a string", value));
}

inline Reading check(std::string_view untrimmed, const FieldPath& field, TextLimit limit, std::string_view& text,
                     ApiError& error) {
    const std::string_view came = trimmed(untrimmed);
    if (is_longer(came, limit)) {
        const bool bytes = limit.unit == TextLimit::Unit::bytes;
        const std::size_t length = bytes ? came.size() : count_code_points(came);
        const std::string unit = bytes ? " bytes" : " characters";
        return refused(refuse_field(
            error, field, "expected at most " + std::to_string(limit.most) + unit + ", got " + std::to_string(length)));
    }
    if (const std::size_t nul = came.find('\0'); nul != std::string_view::npos) {
        return refused(refuse_field(error, field,
                                    "expected text, got a NUL character (\\u0000) at byte " + std::to_string(nul + 1)));
    }
    if (came.empty()) {
        return Reading::omitted;
    }
    text = came;
    return Reading::given;
}

// Returns the nearest int64. Only doubles from −2^63 up to, but not including, 2^63 can be converted.
std::int64_t saturate(double whole) noexcept {
    constexpr double edge = 9223372036854775808.0;
    if (whole >= edge) {
        return std::numeric_limits<std::int64_t>::max();
    }
    return whole < -edge ? std::numeric_limits<std::int64_t>::min() : static_cast<std::int64_t>(whole);
}

}  // namespace

bool is_omitted(dom::element value) {
    std::string_view text;
    return value.is_null() || (value.get(text) == simdjson::SUCCESS && is_all_blank(text));
}

Reading check_text(std::string_view came, const FieldPath& field, TextLimit limit, std::string_view& text,
                   ApiError& error) {
    return check(came, field, limit, text, error);
}

Reading read_text(dom::element value, const FieldPath& field, TextLimit limit, std::string_view& text,
                  ApiError& error) {
    std::string_view came;
    const Reading reading = read_string(value, field, came, error);
    return reading == Reading::given ? check(came, field, limit, text, error) : reading;
}

Reading read_integer(dom::element value, const FieldPath& field, std::int64_t& integer, ApiError& error) {
    if (is_omitted(value)) {
        return Reading::omitted;
    }
    double number = 0;
    if (value.get(integer) == simdjson::SUCCESS) {
        return Reading::given;
    }
    if (value.is_uint64()) {
        integer = std::numeric_limits<std::int64_t>::max();
        return Reading::given;
    }
    if (!value.is_double() || value.get(number) != simdjson::SUCCESS || std::trunc(number) != number) {
        return refused(refuse_value(error, field, "an integer", value));
    }
    integer = saturate(number);
    return Reading::given;
}

Reading read_integer_between(dom::element value, const FieldPath& field, std::int64_t least, std::int64_t most,
                             std::int64_t& integer, ApiError& error) {
    std::int64_t came = 0;
    const Reading reading = read_integer(value, field, came, error);
    if (reading != Reading::given) {
        return reading;
    }
    if (came < least || came > most) {
        const bool open = most == std::numeric_limits<std::int64_t>::max();
        return refused(
            refuse_value(error, field,
                         "an integer " + (open ? "of " + std::to_string(least) + " or more"
                                               : "from " + std::to_string(least) + " to " + std::to_string(most)),
                         value));
    }
    integer = came;
    return Reading::given;
}

Reading read_limit(dom::element value, const FieldPath& field, std::uint32_t most, std::uint32_t& rows,
                   ApiError& error) {
    std::int64_t asked = 0;
    const Reading reading = read_integer(value, field, asked, error);
    if (reading != Reading::given) {
        return reading;
    }
    if (asked > std::int64_t{most}) {
        refuse_field(error, field, "maximum limit is " + std::to_string(most) + ", got " + describe(value));
        return Reading::refused;
    }
    if (asked > 0) {
        rows = static_cast<std::uint32_t>(asked);
    }
    return Reading::given;
}

Reading read_number_between(dom::element value, const FieldPath& field, int least, int most, double& number,
                            ApiError& error) {
    if (is_omitted(value)) {
        return Reading::omitted;
    }
    double came = 0;
    if (!value.is_number() || value.get(came) != simdjson::SUCCESS) {
        return refused(refuse_value(error, field, "a number", value));
    }
    if (!(came >= least && came <= most)) {
        return refused(refuse_value(error, field,
                                    "a number from " + std::to_string(least) + " to " + std::to_string(most), value));
    }
    number = came;
    return Reading::given;
}

Reading read_boolean(dom::element value, const FieldPath& field, bool& flag, ApiError& error) {
    if (is_omitted(value)) {
        return Reading::omitted;
    }
    if (value.get(flag) != simdjson::SUCCESS) {
        return refused(refuse_value(error, field, "true or false", value));
    }
    return Reading::given;
}

namespace {

namespace dom = simdjson::dom;

constexpr std::size_t date_characters = 10;   // as in 2024-05-31
constexpr std::size_t offset_characters = 6;  // as in +02:00
constexpr std::int64_t last_second_of_day = 86399;
// The first second of the year 1 and the last of 9999. A number outside these is refused, because it is probably in
// milliseconds. A text, in a request or a record, may also have the year 0.
constexpr std::int64_t first_moment = -62135596800, last_moment = 253402300799;

// Whether a valid date-time has an offset. Records may leave it out and mean UTC; in a request that would be a guess.
bool has_offset(std::string_view date_time) noexcept {
    const char sign = date_time[date_time.size() - offset_characters];
    return date_time.back() == 'Z' || date_time.back() == 'z' || sign == '+' || sign == '-';
}

Reading refuse_time(ApiError& error, const FieldPath& field, dom::element value) {
    refuse_value(error, field,
                 "a date (2024-05-31), a date-time with its offset (2024-05-31T18:30:00Z) or Unix seconds", value);
    return Reading::refused;
}

}  // namespace

Reading read_time(dom::element value, const FieldPath& field, DayEdge edge, std::int64_t& seconds, ApiError& error) {
    if (is_omitted(value)) {
        return Reading::omitted;
    }
    std::string_view text;
    if (value.is_number()) {
        std::int64_t whole = 0;
        const Reading reading = read_integer(value, field, whole, error);
        if (reading != Reading::given) {
            return refuse_time(error, field, value);
        }
        if (whole < first_moment || whole > last_moment) {
            refuse_field(error, field,
                         "expected Unix seconds of the years 1 to 9999, got " + std::to_string(whole) +
                             "; are these milliseconds?");
            return Reading::refused;
        }
        seconds = whole;
        return reading;
    }
    if (value.get(text) != simdjson::SUCCESS) {
        return refuse_time(error, field, value);
    }
    const std::optional<std::int64_t> parsed = text::parse_date_time(text);
    if (!parsed || (text.size() > date_characters && !has_offset(text))) {
        return refuse_time(error, field, value);
    }
    const bool whole_day = text.size() == date_characters;
    seconds = *parsed + (whole_day && edge == DayEdge::last_second ? last_second_of_day : 0);
    return Reading::given;
}

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
    // The scores of rows are whole numbers. A cursor with the score 812.5 lies between the rows of 813 and those of
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
