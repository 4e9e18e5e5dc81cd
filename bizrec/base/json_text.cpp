#include "bizrec/base/json_text.hpp"

#include <cstdint>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/bytes.hpp"
#include "bizrec/base/hex.hpp"
#include "bizrec/base/utf8.hpp"

namespace bizrec {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

/// Bytes that need no escape in a string.
constexpr ByteSet plain_bytes =
    ByteSet::where([](char c) { return c >= 0x20 && is_ascii(c) && c != '"' && c != '\\'; });

constexpr std::uint64_t each_byte = 0x0101010101010101;

/// Whether one of eight bytes is not plain. Uses "haszero" and "hasless" of Anderson's "Bit Twiddling Hacks": they tell
/// exactly whether there is such a byte, but not its position.
bool has_odd_byte(std::uint64_t bytes) noexcept {
    const auto may_be_zero = [](std::uint64_t word) { return (word - each_byte) & ~word; };
    const std::uint64_t control = (bytes - each_byte * 0x20) & ~bytes;
    const std::uint64_t quote = may_be_zero(bytes ^ each_byte * '"');
    const std::uint64_t backslash = may_be_zero(bytes ^ each_byte * '\\');
    return ((bytes | control | quote | backslash) & each_byte * 0x80) != 0;
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
            append_hex(out, c);
    }
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
    out += '"';
    for (std::size_t i = 0; i < text.size();) {
        std::size_t run = i;
        while (run < text.size() && plain_bytes.has(text[run])) {
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

bool is_plain_json(std::string_view text) noexcept {
    constexpr std::size_t step = sizeof(std::uint64_t);
    if (text.size() < step) {
        for (const char c : text) {
            if (!plain_bytes.has(c)) {
                return false;
            }
        }
        return true;
    }
    const char* const last = text.data() + text.size() - step;  // overlaps the step before it
    for (const char* at = text.data(); at < last; at += step) {
        if (has_odd_byte(load_unaligned<std::uint64_t>(at))) {
            return false;
        }
    }
    return !has_odd_byte(load_unaligned<std::uint64_t>(last));
}

}  // namespace bizrec
