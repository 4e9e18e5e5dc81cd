#include "bizrec/api/time_value.hpp"

#include <simdjson.h>

#include <optional>
#include <string>

#include "bizrec/base/date_time.hpp"

namespace bizrec::api {
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

}  // namespace bizrec::api
