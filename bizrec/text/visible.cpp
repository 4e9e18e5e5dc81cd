#include "bizrec/text/visible.hpp"

#include <unicode/uchar.h>

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/hex.hpp"
#include "bizrec/base/utf8.hpp"

namespace bizrec::text {
namespace {

constexpr char32_t replacement = 0xFFFD;
constexpr std::string_view replacement_bytes = "\xEF\xBF\xBD";

bool leaves_no_mark(char32_t c) noexcept {
    const auto point = static_cast<UChar32>(c);
    return c != 0 && (u_isUWhiteSpace(point) != 0 || u_iscntrl(point) != 0 ||
                      u_hasBinaryProperty(point, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0);
}

void append_escape(std::string& out, char32_t c) {
    out += "\\u";
    append_hex(out, c, 4);
}

void append_bytes(std::string& out, std::string_view bytes) {
    for (const char c : bytes) {
        out += "\\x";
        append_hex(out, static_cast<unsigned char>(c));
    }
}

}  // namespace

bool is_blank(std::string_view utf8) noexcept {
    for (std::size_t i = 0; i < utf8.size();) {
        if ((is_printable(utf8[i]) && utf8[i] != ' ') || !leaves_no_mark(next_code_point(utf8, i))) {
            return false;
        }
    }
    return true;
}

void append_visible(std::string& out, std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t run = i;
        while (i < text.size() && is_printable(text[i])) {
            ++i;
        }
        out.append(text, run, i - run);
        if (i == text.size()) {
            break;
        }
        const std::size_t begin = i;
        const char32_t c = next_code_point(text, i);
        const std::string_view bytes = text.substr(begin, i - begin);
        if (steers_terminal(c)) {
            append_escape(out, c);
        } else if (c == replacement && bytes != replacement_bytes) {
            append_bytes(out, bytes);
        } else {
            out += bytes;
        }
    }
}

std::string visible(std::string_view text) {
    std::string out;
    append_visible(out, text);
    return out;
}

std::string visible_start(std::string_view text) {
    constexpr std::size_t characters = 80;
    std::size_t end = 0;
    for (std::size_t n = 0; n < characters && end < text.size(); ++n) {
        next_code_point(text, end);
    }
    return visible(text.substr(0, end)) + (end < text.size() ? "…" : "");
}

std::string visible_lines(std::string_view text) {
    std::string out;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        append_visible(out, text.substr(begin, end - begin));
        out.append(text, end, 1);
        begin = end + 1;
    }
    return out;
}

}  // namespace bizrec::text
