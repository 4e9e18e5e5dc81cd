#include "bizrec/api/reading_header.hpp"

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/hex.hpp"

namespace bizrec::api {
namespace {

const char* header_word(search::Reading reading) noexcept {
    switch (reading) {
        case search::Reading::all_words:
            return "all_words";
        case search::Reading::joined:
            return "joined";
        case search::Reading::corrected:
        case search::Reading::neighbours:
            return "corrected";
        case search::Reading::split:
            return "split";
        case search::Reading::most_words:
            return "most_words";
        case search::Reading::any_word:
            return "any_word";
        case search::Reading::in_place:
            return "in_place";
    }
    return "any_word";
}

void append_encoded(std::string& out, std::string_view word) {
    for (const char c : word) {
        if (is_printable(c) && c != '"' && c != '\\' && c != '%') {
            out += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            out += {'%', upper_hex_digits[byte >> 4], upper_hex_digits[byte & 0xF]};
        }
    }
}

}  // namespace

void write_reading(search::Reading reading, const std::vector<std::string_view>& words, std::string& out) {
    out = header_word(reading);
    if (reading == search::Reading::all_words) {
        return;
    }
    out += ";searched=\"";
    const std::size_t begin = out.size();
    for (const std::string_view word : words) {
        const std::size_t end = out.size();
        out.append(end == begin ? "" : " ");
        append_encoded(out, word);
        if (out.size() - begin > searched_bytes_at_most) {
            out.resize(end);
            break;
        }
    }
    out += '"';
}

}  // namespace bizrec::api
