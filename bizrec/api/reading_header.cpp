#include "bizrec/api/reading_header.hpp"

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/hex.hpp"

namespace bizrec::api {
namespace {

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

/// Appends the words between quotation marks. Leaves out the first word that does not fit, and all words after it.
void append_words(const std::vector<std::string_view>& words, std::string& out) {
    out += '"';
    const std::size_t begin = out.size();
    for (const std::string_view word : words) {
        const std::size_t end = out.size();
        out.append(end == begin ? "" : " ");
        append_encoded(out, word);
        if (out.size() - begin > max_searched_bytes) {
            out.resize(end);
            break;
        }
    }
    out += '"';
}

}  // namespace

void write_reading(const search::SearchResult& result, const std::vector<std::string_view>& words, std::string& out) {
    if (result.reading == search::Reading::all_words) {
        constexpr std::string_view name = search::readings[static_cast<std::size_t>(search::Reading::all_words)].name;
        out.assign(name);
        return;
    }
    out = search::names_of(result.reading).name;
    out += ";searched=";
    append_words(words, out);
    if (result.radius_metres > 0) {
        out += ";radius=" + std::to_string(static_cast<int>(result.radius_metres));
    }
}

void write_other_reading(const std::vector<std::string_view>& words, std::string& out) {
    out.clear();
    if (!words.empty()) {
        append_words(words, out);
    }
}

}  // namespace bizrec::api
