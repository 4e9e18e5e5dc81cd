#include "bizrec/api/json_text.hpp"

#include "bizrec/base/hex.hpp"

#include <charconv>

namespace bizrec::api {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

bool stands_for_itself(unsigned char c) noexcept {
    return c >= 0x20 && c < 0x80 && c != '"' && c != '\\';
}

void append_escape(std::string& out, unsigned char c) {
    switch (c) {
        case '"':
        case '\\':
            out += '\\';
            out += static_cast<char>(c);
            return;
        case '\n':
            out += "\\n";
            return;
        case '\r':
            out += "\\r";
            return;
        case '\t':
            out += "\\t";
            return;
        default:
            out += "\\u00";
            out += hex_digits[c >> 4];
            out += hex_digits[c & 0xF];
    }
}

}  // namespace

std::size_t utf8_sequence_length(std::string_view text) noexcept {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto continues = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0) == 0x80; };
    if (text.empty()) {
        return 0;
    }
    const unsigned char lead = byte(0);
    if (lead < 0x80) {
        return 1;
    }
    if (lead < 0xC2 || lead > 0xF4 || !continues(1)) {
        return 0;
    }
    if (lead < 0xE0) {
        return 2;
    }
    // The second byte tells overlong forms, surrogates and what lies above U+10FFFF.
    const unsigned char second = byte(1);
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) || (lead == 0xF0 && second < 0x90) ||
        (lead == 0xF4 && second > 0x8F) || !continues(2)) {
        return 0;
    }
    if (lead < 0xF0) {
        return 3;
    }
    return continues(3) ? 4 : 0;
}

void append_json_string(std::string& out, std::string_view text) {
    out += '"';
    for (std::size_t i = 0; i < text.size();) {
        std::size_t run = i;
        while (run < text.size() && stands_for_itself(static_cast<unsigned char>(text[run]))) {
            ++run;
        }
        out.append(text, i, run - i);
        i = run;
        if (i == text.size()) {
            break;
        }
        if (static_cast<unsigned char>(text[i]) < 0x80) {
            append_escape(out, static_cast<unsigned char>(text[i]));
            ++i;
            continue;
        }
        const std::size_t length = utf8_sequence_length(text.substr(i));
        out += length == 0 ? replacement : text.substr(i, length);
        i += length == 0 ? 1 : length;
    }
    out += '"';
}

void append_number(std::string& out, std::uint64_t value) {
    char digits[20];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    out.append(digits, static_cast<std::size_t>(end - digits));
}

}  // namespace bizrec::api
