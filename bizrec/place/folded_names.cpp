#include "bizrec/place/folded_names.hpp"

#include <algorithm>
#include <string_view>

#include "bizrec/base/ascii.hpp"
#include "bizrec/place/city_words.hpp"
#include "bizrec/place/unit_words.hpp"
#include "bizrec/place/words.hpp"
#include "bizrec/text/fold.hpp"

namespace bizrec::place {
namespace {

using Words = std::vector<std::string_view>;

/// The number of words at the beginning that name a unit or link it to the name: 3 for "Comunidad Autónoma de Madrid".
/// 0 if there is no unit, or if no word before `end` would remain.
std::size_t leading_unit_words(const Words& words, std::size_t end) noexcept {
    bool unit = false;
    std::size_t i = 0;
    for (; i < end && (leads_a_name(words[i]) || qualifies_a_unit(words[i])); ++i) {
        unit = unit || leads_a_name(words[i]);
    }
    if (!unit) {
        return 0;
    }
    while (i < end && links_a_unit(words[i])) {
        ++i;
    }
    return i < end ? i : 0;
}

/// The number of words at the end that name a unit: 2 for "Jewish Autonomous Oblast". Never counts words[begin],
/// because the name must not become empty.
std::size_t trailing_unit_words(const Words& words, std::size_t begin) noexcept {
    std::size_t left = words.size();
    if (left <= begin + 1 || !trails_a_name(words[left - 1])) {
        return 0;
    }
    --left;
    while (left > begin + 1 && (trails_a_name(words[left - 1]) || qualifies_a_unit(words[left - 1]))) {
        --left;
    }
    return words.size() - left;
}

/// Removes unit words and glued units once. The result is folded, and may begin or end with another glued unit.
void strip_once(std::string_view utf8, std::string& out) {
    NameScratch& scratch = name_scratch();
    text::fold(utf8, scratch.folded);
    split_words(scratch.folded, scratch.words);
    const Words& words = scratch.words;
    const std::size_t begin = leading_unit_words(words, words.size());
    const std::size_t end = words.size() - trailing_unit_words(words, begin);
    scratch.joined.clear();
    for (std::size_t i = begin; i < end; ++i) {
        scratch.joined += words[i];
    }
    std::string_view name = scratch.joined;
    name.remove_prefix(glued_prefix(name));
    name.remove_suffix(glued_suffix(name));
    text::fold_letters(name, out);
}

bool has_other_than_ascii(std::string_view text) noexcept {
    for (const char byte : text) {
        if (!is_ascii(byte)) {
            return true;
        }
    }
    return false;
}

constexpr std::size_t zip_digits = 5;
constexpr std::size_t zip_plus_4_digits = 9;
/// The lowest ZIP code is 00501, so fewer than three digits are no ZIP code.
constexpr std::size_t min_zip_digits = 3;

/// Countries whose addresses have ZIP codes: the United States, their territories and the freely associated states.
bool uses_zip_codes(std::string_view country) noexcept {
    constexpr std::string_view users[] = {"US", "PR", "VI", "GU", "AS", "MP", "UM", "FM", "MH", "PW"};
    return std::find(std::begin(users), std::end(users), country) != std::end(users);
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

void fold_city(std::string_view utf8, std::string& out) {
    NameScratch& scratch = name_scratch();
    text::fold(utf8, scratch.folded);
    split_words(scratch.folded, scratch.words);
    if (scratch.words.size() == 1 && scratch.words.front().size() == scratch.folded.size() &&
        !is_shortened_in_city(scratch.folded)) {
        out = scratch.folded;  // folding is idempotent
        return;
    }
    scratch.joined.clear();
    for (const std::string_view word : scratch.words) {
        scratch.joined += shortened_in_city(word);
    }
    // Shortens the joined name too. "Sain T" joins to "saint", which the next folding would shorten to "st", but
    // folding must be idempotent.
    text::fold_letters(shortened_in_city(scratch.joined), out);
}

void fold_country(std::string_view utf8, std::string& out) {
    NameScratch& scratch = name_scratch();
    text::fold(utf8, scratch.folded);
    split_words(scratch.folded, scratch.words);
    std::string_view rest = scratch.folded;
    for (std::size_t i = 0; i + 1 < scratch.words.size() && scratch.words[i] == "the"; ++i) {
        rest.remove_prefix(static_cast<std::size_t>(scratch.words[i + 1].data() - rest.data()));
    }
    text::fold_letters(rest, out);
}

void fold_state(std::string_view utf8, std::string& out) {
    text::fold_letters(utf8, out);
}

void fold_state_without_unit(std::string_view utf8, std::string& out) {
    strip_once(utf8, out);
    // An ASCII name is now one word, from which strip_once() removes nothing more. In other scripts, several units may
    // be glued to a name, so they are removed until the name stays the same.
    while (has_other_than_ascii(out)) {
        const std::size_t before = out.size();
        const std::string name = out;
        strip_once(name, out);
        if (out.size() == before) {
            return;
        }
    }
}

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
