#pragma once

#include <string>
#include <string_view>

namespace bizrec::text {

/// Appends `folded`, a text of fold(), with one form for letters that people write in several ways:
///   Han     simplified characters for traditional ones
///   kana    hiragana for katakana; the sign of a long vowel becomes that vowel ("ラーメン" -> "らあめん") and
///           is dropped at the start of a word
///   Arabic  without vowel marks and tatweel; one alef, yeh, waw and kaf for all kinds; heh for teh marbuta; Arabic
///           letters for Persian ones (Lucene's ArabicNormalizer and PersianNormalizer); without the article "ال" if
///           three letters or more are left (Larkey, Ballesteros, Connell, "Light stemming for Arabic", 2007)
///   Hebrew  without points
/// All other characters stay. Idempotent. Uses only the character properties of ICU.
void append_script_forms(std::string_view folded, std::string& out);

/// The simplified form of a traditional Chinese character of the main block (U+4E00 to U+9FFF); every other code point
/// unchanged. A look-up in the table of han_forms.cpp.
char32_t simplified_han(char32_t code_point) noexcept;

}  // namespace bizrec::text
