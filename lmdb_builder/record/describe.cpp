#include "lmdb_builder/record/describe.hpp"

#include <string_view>

#include "bizrec/base/hex.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t characters_shown = 80;

/// Bytes of the first `count` code points of well-formed UTF-8.
std::size_t prefix_bytes(std::string_view utf8, std::size_t count) noexcept {
    std::size_t at = 0;
    while (at < utf8.size()) {
        const bool starts_character = (static_cast<unsigned char>(utf8[at]) & 0xC0U) != 0x80U;
        if (starts_character && count-- == 0) {
            break;
        }
        ++at;
    }
    return at;
}

void append_escaped(std::string_view text, std::string& out) {
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7F) {
            out += c;
        } else {
            out += "\\u00";
            out += hex_digits[byte >> 4U];
            out += hex_digits[byte & 0xFU];
        }
    }
}

std::string describe_string(std::string_view text) {
    const std::size_t shown = prefix_bytes(text, characters_shown);
    std::string out = "the string \"";
    append_escaped(text.substr(0, shown), out);
    out += shown < text.size() ? "…\"" : "\"";
    return out;
}

}  // namespace

std::string describe(simdjson::dom::element value) {
    switch (value.type()) {
        case simdjson::dom::element_type::STRING:
            return describe_string(value.get_string().value_unsafe());
        case simdjson::dom::element_type::ARRAY:
            return "an array";
        case simdjson::dom::element_type::OBJECT:
            return "an object";
        case simdjson::dom::element_type::BOOL:
            return value.get_bool().value_unsafe() ? "true" : "false";
        case simdjson::dom::element_type::NULL_VALUE:
            return "null";
        default:
            return "the number " + simdjson::minify(value);
    }
}

}  // namespace bizrec::builder
