#pragma once

#include <string>
#include <string_view>

namespace bizrec::place {

/// Folded forms under which builder and server meet in the place dictionary. All overwrite `out`, reuse its capacity,
/// are idempotent, and give "" for text without letters or digits.

/// Country name or code: "U.S.A." -> "usa", "Côte d’Ivoire" -> "cotedivoire". A leading "the" is dropped.
void fold_country(std::string_view utf8, std::string& out);

/// State name or code: "US-CA" -> "usca", "Île-de-France" -> "iledefrance".
void fold_state(std::string_view utf8, std::string& out);

/// The state without the word for its unit, folded: "大阪府" -> "大阪", "Región de Murcia" -> "murcia",
/// "Province of Turin" -> "turin", "Moscow Oblast" -> "moscow". Equal to fold_state() where there is no such word.
void fold_state_without_unit(std::string_view utf8, std::string& out);

/// City: equal after folding, spaces and punctuation out; saint/sainte/st/ste, fort/ft, mount/mt are one:
/// "St. Louis" and "Saint Louis" -> "stlouis".
void fold_city(std::string_view utf8, std::string& out);

/// Postal code: case, spaces and hyphens out. `country`: alpha-2 upper case. US: first five digits of ZIP+4, leading
/// zeros restored ("5828" -> "05828", "36689-0426" -> "36689").
void fold_postal_code(std::string_view utf8, std::string_view country, std::string& out);

}  // namespace bizrec::place
