#include "bizrec/api/field_error.hpp"

#include <simdjson.h>

#include "bizrec/base/numbers.hpp"
#include "bizrec/base/utf8.hpp"

namespace bizrec::api {
namespace {

constexpr std::size_t shown_bytes = 60;

template <class Number>
std::string number_text(Number value) {
    std::string text;
    append_number(text, value);
    return text;
}

}  // namespace

std::string FieldPath::text() const {
    std::string path;
    append_to(path);
    return path;
}

void FieldPath::append_to(std::string& out) const {
    const auto append_index = [&](std::int32_t index) {
        out += '[';
        append_number(out, static_cast<std::uint64_t>(index));
        out += ']';
    };
    if (location != none) {
        out += "location";
        append_index(location);
        out += name.empty() ? "" : ".";
    }
    out += name;
    if (element != none) {
        append_index(element);
    }
}

std::string quote_start(std::string_view utf8) {
    std::size_t end = 0;
    while (end < utf8.size() && end < shown_bytes) {
        const std::size_t length = utf8_sequence_length(utf8.substr(end, 4));
        end += length == 0 ? 1 : length;
    }
    std::string quoted = "\"";
    quoted += utf8.substr(0, end);
    quoted += end < utf8.size() ? "…\"" : "\"";
    return quoted;
}

std::string describe(simdjson::dom::element value) {
    using simdjson::dom::element_type;
    switch (value.type()) {
        case element_type::ARRAY:
            return "an array";
        case element_type::OBJECT:
            return "an object";
        case element_type::INT64:
            return "the number " + number_text(std::int64_t(value));
        case element_type::UINT64:
            return "the number " + number_text(std::uint64_t(value));
        case element_type::DOUBLE:
            return "the number " + number_text(double(value));
        case element_type::STRING:
            return "a string " + quote_start(std::string_view(value));
        case element_type::BOOL:
            return bool(value) ? "true" : "false";
        case element_type::NULL_VALUE:
            break;
    }
    return "null";
}

bool refuse_field(ApiError& error, const FieldPath& field, std::string_view problem) {
    error.status = 422;
    error.code = "invalid_field";
    error.field = field.text();
    error.message = error.field + ": ";
    error.message += problem;
    return false;
}

bool refuse_value(ApiError& error, const FieldPath& field, std::string_view expected, simdjson::dom::element got) {
    std::string problem = "expected ";
    problem += expected;
    problem += ", got " + describe(got);
    return refuse_field(error, field, problem);
}

bool refuse_link(ApiError& error, const FieldPath& field, const identity::Identity& link, std::string_view text) {
    const std::string_view shown = text.substr(0, text.find_first_of("?#"));
    std::string problem;
    if (text.find('@') == std::string_view::npos && !shown.empty()) {
        problem = "cannot use " + quote_start(shown) + ": ";
    }
    problem += link.reason;
    return refuse_field(error, field, problem);
}

}  // namespace bizrec::api
