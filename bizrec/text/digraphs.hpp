#pragma once

#include <string>
#include <string_view>

/// The two letters that German and Nordic keyboards and passports write for one with a mark.
namespace bizrec::text {

/// "Müller" -> "Mueller": ä ö ü ø as ae oe ue oe; å as aa, or, where `rings_stay`, as it is ("Ångström" is typed
/// "Angstroem" too). Small and capital, composed or not. Overwrites `out`; false where nothing changes.
bool expand_digraphs(std::string_view utf8, bool rings_stay, std::string& out);

/// "Mueller" -> "Muller", the word of "Müller": ae oe ue aa as one letter between consonants and where a consonant
/// follows the start of a word; never behind q or before the last s, so that "Queen", "Blue", "Joe's" stay. Of ASCII
/// alone. Overwrites `out`; false where nothing changes.
bool contract_digraphs(std::string_view text, std::string& out);

}  // namespace bizrec::text
