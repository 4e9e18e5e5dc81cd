#pragma once

#include <string>
#include <string_view>

/// Pairs of letters that stand for one letter with a mark in German and Nordic names: "Mueller" is "Müller".
namespace bizrec::text {

/// Writes letters with marks as two letters, "Müller" -> "Mueller": ä ö ü ø become ae oe ue oe. å becomes aa, or stays
/// if `rings_stay`, because "Ångström" is also typed "Angstroem". Works for small and capital, composed and decomposed
/// letters. Overwrites `out`; returns false if nothing changes.
bool expand_digraphs(std::string_view utf8, bool rings_stay, std::string& out);

/// Writes two letters as one, "Mueller" -> "Muller", which is also the word that the index has for "Müller": ae oe ue
/// aa become one letter between consonants, or at the start of a word if a consonant follows. They stay after q, at the
/// end of a word and before an s that ends it: "Queen", "Blue" and "Joes" stay. ASCII only. Overwrites `out`; returns
/// false if nothing changes.
bool contract_digraphs(std::string_view text, std::string& out);

}  // namespace bizrec::text
