#include "bizrec/text/fold.hpp"

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/text/icu_fold.hpp"
#include "bizrec/text/letter_folds.hpp"

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

void fold_letters(std::string_view utf8, std::string& out) {
    if (all_ascii(utf8) || !has_icu_fold()) {
        fold_ascii(utf8, out);
        out.erase(std::remove_if(out.begin(), out.end(), [](char byte) { return !is_ascii_word(byte); }), out.end());
    } else if (!keep_letters_by_letters(utf8, out)) {
        icu_fold_letters(utf8, out);
    }
}

}  // namespace bizrec::text
