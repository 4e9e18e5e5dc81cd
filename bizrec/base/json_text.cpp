#include "bizrec/base/json_text.hpp"

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/hex.hpp"
#include "bizrec/base/utf8.hpp"

namespace bizrec {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

/// The bytes that a string holds as they are.
constexpr ByteSet plain_bytes =
    ByteSet::where([](char c) { return c >= 0x20 && is_ascii(c) && c != '"' && c != '\\'; });

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

}  // namespace bizrec
