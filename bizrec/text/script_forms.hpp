#pragma once

#include <string>
#include <string_view>

namespace bizrec::text {

/// Appends `folded`, a text of fold(), with one form for what readers of a script write in several ways:
///   Han     simplified for traditional characters
///   kana    hiragana for katakana; the long vowel's sign is that vowel ("ラーメン" -> "らあめん") and
///           goes at the start of a word
///   Arabic  without vowel marks and tatweel; alef, yeh, waw and kaf of all kinds one each, teh marbuta as heh, Persian
///           letters as Arabic ones (Lucene's ArabicNormalizer and PersianNormalizer); without the article "ال" where
///           three letters or more are left (Larkey, Ballesteros, Connell, "Light stemming for Arabic", 2007)
///   Hebrew  without points
/// All other characters stay. Idempotent. Uses only the character properties of ICU.
void append_script_forms(std::string_view folded, std::string& out);

}  // namespace bizrec::text
