#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace bizrec::text {

/// Whether the code point is a letter, mark or number (Unicode general categories L*, M*, N*): fold_letters() keeps
/// these.
bool is_word_character(char32_t code_point) noexcept;

/// Whether the Unicode general category of the code point is M*.
bool is_mark(char32_t code_point) noexcept;

/// Whether the code point is a letter of Latin, Greek or Cyrillic script. Marks of such letters do not matter when
/// names are compared.
bool takes_decoration(char32_t code_point) noexcept;

/// The plain letters of a lower-case letter that Unicode does not decompose (strokes, ligatures, dotless i), or the
/// apostrophe for a letter that only looks like one. "" for every other code point.
std::u16string_view plain_form(char32_t code_point) noexcept;

/// Whether the letter is of a script without spaces between words, or with spaces that writers use differently: Han,
/// kana, Bopomofo, Hangul, Thai, Lao, Myanmar, Khmer. `letter` must be a letter by Unicode's general category.
bool is_unspaced_letter(char32_t letter) noexcept;

/// Splits a run of such letters into units: a letter with the marks on it. Overwrites `ends` with the byte offset at
/// which each unit ends.
void split_units(std::string_view run, std::vector<std::uint32_t>& ends);

}  // namespace bizrec::text
