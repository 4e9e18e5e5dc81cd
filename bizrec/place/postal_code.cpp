#include "bizrec/place/postal_code.hpp"

#include <algorithm>
#include <string_view>

#include "bizrec/place/words.hpp"
#include "bizrec/text/fold.hpp"

namespace bizrec::place {
namespace {

constexpr std::size_t zip_digits = 5;
constexpr std::size_t zip_plus_4_digits = 9;
/// The lowest ZIP code is 00501, so fewer than three digits are no ZIP code.
constexpr std::size_t min_zip_digits = 3;

/// Countries whose addresses have ZIP codes: the United States, their territories and the freely associated states.
bool uses_zip_codes(std::string_view country) noexcept {
    constexpr std::string_view users[] = {"US", "PR", "VI", "GU", "AS", "MP", "UM", "FM", "MH", "PW"};
    return std::find(std::begin(users), std::end(users), country) != std::end(users);
}

bool all_digits(std::string_view text) noexcept {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

void pad_with_zeros(std::string& digits, std::size_t length) {
    digits.insert(0, length - digits.size(), '0');
}

/// Folds digits without a separator: a ZIP code or ZIP+4 that may have lost its leading zeros in a spreadsheet.
void fold_zip_digits(std::string& digits) {
    if (digits.size() > zip_digits + 1 && digits.size() <= zip_plus_4_digits) {
        pad_with_zeros(digits, zip_plus_4_digits);
        digits.resize(zip_digits);
    } else if (digits.size() >= min_zip_digits && digits.size() < zip_digits) {
        pad_with_zeros(digits, zip_digits);
    }
}

/// Drops the decimals that a spreadsheet added to a code: "5828.0" is 5828, not 58280.
std::string_view without_zero_decimals(std::string_view folded) noexcept {
    const std::size_t last = folded.find_last_not_of('0');
    const bool decimals = last != std::string_view::npos && folded[last] == '.';
    return decimals ? folded.substr(0, last) : folded;
}

void fold_zip_code(std::string_view folded, NameScratch& scratch, std::string& out) {
    const std::string_view code = without_zero_decimals(folded);
    split_words(code, scratch.words);
    if (!scratch.words.empty() && scratch.words.front().size() == zip_digits && all_digits(scratch.words.front())) {
        out.assign(scratch.words.front());
        return;
    }
    text::fold_letters(code, out);
    if (all_digits(out)) {
        fold_zip_digits(out);
    }
}

/// Removes katakana long sound marks, which Japanese keyboards type instead of hyphens.
void drop_long_sounds(std::string& text) {
    constexpr std::string_view long_sound = "ー";
    for (std::size_t at = text.find(long_sound); at != std::string::npos; at = text.find(long_sound, at)) {
        text.erase(at, long_sound.size());
    }
}

}  // namespace

void fold_postal_code(std::string_view utf8, std::string_view country, std::string& out) {
    NameScratch& scratch = name_scratch();
    text::fold(utf8, scratch.folded);
    if (uses_zip_codes(country)) {
        fold_zip_code(scratch.folded, scratch, out);
        return;
    }
    drop_long_sounds(scratch.folded);
    text::fold_letters(scratch.folded, out);
}

}  // namespace bizrec::place
