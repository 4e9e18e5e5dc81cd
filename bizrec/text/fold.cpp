#include "bizrec/text/fold.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/text/fold_ways.hpp"

namespace bizrec::text {
namespace {

bool is_ascii_word(char byte) noexcept {
    return is_lower(byte) || is_digit(byte);
}

void fold_ascii(std::string_view bytes, std::string& out) {
    out.resize(bytes.size());
    std::transform(bytes.begin(), bytes.end(), out.begin(), lower);
}

}  // namespace

void fold(std::string_view utf8, std::string& out) {
    if (all_ascii(utf8) || !has_icu_fold()) {
        fold_ascii(utf8, out);
    } else if (!fold_by_letters(utf8, out)) {
        icu_fold(utf8, out);
    }
}

std::size_t growth_of_ligatures(std::string_view utf8) noexcept {
    constexpr std::size_t added = 30;
    constexpr std::string_view block = "\xEF\xB7";  // U+FDF0 to U+FDFD are the phrases
    std::size_t sum = 0;
    for (std::size_t at = utf8.find(block); at != utf8.npos; at = utf8.find(block, at + block.size())) {
        const std::size_t last = at + block.size();
        sum += last < utf8.size() && static_cast<unsigned char>(utf8[last]) >= 0xB0 ? added : 0;
    }
    return sum;
}

void fold_letters(std::string_view utf8, std::string& out) {
    if (all_ascii(utf8) || !has_icu_fold()) {
        fold_ascii(utf8, out);
        out.erase(std::remove_if(out.begin(), out.end(), [](char byte) { return !is_ascii_word(byte); }), out.end());
    } else if (!keep_letters_by_letters(utf8, out)) {
        icu_fold_letters(utf8, out);
    }
}

}  // namespace bizrec::text
