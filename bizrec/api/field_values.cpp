#include "bizrec/api/field_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bizrec/text/fold.hpp"

namespace bizrec::api {
namespace {

namespace dom = simdjson::dom;

bool is_blank(std::string_view text) noexcept {
    constexpr std::string_view wide[] = {"\xC2\xA0", "\xE3\x80\x80"};  // no-break space, ideographic space
    while (!text.empty()) {
        if (text[0] == ' ' || (text[0] >= '\t' && text[0] <= '\r')) {
            text.remove_prefix(1);
            continue;
        }
        const auto* found = std::find_if(std::begin(wide), std::end(wide),
                                         [&](std::string_view space) { return text.substr(0, space.size()) == space; });
        if (found == std::end(wide)) {
            return false;
        }
        text.remove_prefix(found->size());
    }
    return true;
}

bool is_longer(std::string_view text, TextLimit limit) {
    return text.size() > limit.most &&
           (limit.unit == TextLimit::Unit::bytes || text::count_code_points(text) > limit.most);
}

Reading refused(bool /* what refuse_…() returned */) {
    return Reading::refused;
}

// Doubles from −2^63 up to, but not including, 2^63 convert to an int64.
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
    return value.is_null() || (value.get(text) == simdjson::SUCCESS && is_blank(text));
}

Reading read_text(dom::element value, const FieldPath& field, TextLimit limit, std::string_view& text,
                  ApiError& error) {
    std::string_view came;
    if (value.is_null()) {
        return Reading::omitted;
    }
    if (value.get(came) != simdjson::SUCCESS) {
        return refused(refuse_value(error, field, "a string", value));
    }
    if (is_longer(came, limit)) {
        const bool bytes = limit.unit == TextLimit::Unit::bytes;
        const std::size_t length = bytes ? came.size() : text::count_code_points(came);
        const std::string unit = bytes ? " bytes" : " characters";
        return refused(refuse_field(
            error, field, "expected at most " + std::to_string(limit.most) + unit + ", got " + std::to_string(length)));
    }
    if (const std::size_t nul = came.find('\0'); nul != std::string_view::npos) {
        return refused(refuse_field(error, field,
                                    "expected text, got a NUL character (\\u0000) at byte " + std::to_string(nul + 1)));
    }
    if (is_blank(came)) {
        return Reading::omitted;
    }
    text = came;
    return Reading::given;
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

Reading read_degrees(dom::element value, const FieldPath& field, double bound, double& degrees, ApiError& error) {
    if (is_omitted(value)) {
        return Reading::omitted;
    }
    double number = 0;
    if (!value.is_number() || value.get(number) != simdjson::SUCCESS) {
        return refused(refuse_value(error, field, "a number", value));
    }
    if (!(number >= -bound && number <= bound)) {
        const std::string edge = std::to_string(static_cast<int>(bound));
        return refused(refuse_value(error, field, "a number from -" + edge + " to " + edge, value));
    }
    degrees = number;
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

}  // namespace bizrec::api
