#pragma once

#include <cstdint>
#include <string_view>

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

}  // namespace bizrec::text
