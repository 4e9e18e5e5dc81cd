#pragma once

#include <string>
#include <string_view>

/// Builder and server fold the names of places in the same way, for the keys of the place dictionary. All functions
/// overwrite `out`, reuse its capacity, are idempotent, and give "" for text without letters or digits.
namespace bizrec::place {

/// Folds a city's name. Names are equal if they differ only in spaces, punctuation or folding. Saint/sainte/st/ste,
/// fort/ft and mount/mt are equal: "St. Louis" and "Saint Louis" -> "stlouis".
void fold_city(std::string_view utf8, std::string& out);

/// Folds a country's name or code: "U.S.A." -> "usa", "Côte d’Ivoire" -> "cotedivoire". A leading "the" is dropped.
void fold_country(std::string_view utf8, std::string& out);

/// Folds a state's name or code: "US-CA" -> "usca", "Île-de-France" -> "iledefrance".
void fold_state(std::string_view utf8, std::string& out);

/// Folds a state's name without the words for its unit: "大阪府" -> "大阪", "Región de Murcia" -> "murcia", "Province
/// of Turin" -> "turin", "Moscow Oblast" -> "moscow". Equal to fold_state() if there is no such word.
void fold_state_without_unit(std::string_view utf8, std::string& out);

/// Folds a postal code: removes case, spaces and hyphens. `country`: alpha-2, upper case. For countries with ZIP codes,
/// keeps the first five digits of ZIP+4 and restores leading zeros ("5828" -> "05828", "36689-0426" -> "36689").
void fold_postal_code(std::string_view utf8, std::string_view country, std::string& out);

}  // namespace bizrec::place
