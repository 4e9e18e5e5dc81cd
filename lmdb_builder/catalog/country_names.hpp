#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "lmdb_builder/catalog/iso_codes.hpp"

namespace bizrec::builder {

/// Folded name or code (place::fold_country) -> alpha-2.
using CountryNames = std::unordered_map<std::string, std::string>;

/// Codes, names, common and official names of ISO 3166-1 with their variants ("St" for "Saint", no "and", "Republic of
/// Korea" for "Korea, Republic of") and our alias file. A code wins over a name, a name over a variant; a variant that
/// two countries share ("Virgin Islands") names neither.
CountryNames collect_country_names(const std::vector<IsoCountry>& countries);

/// Our alias file: alpha-2 and a name that iso-codes lacks.
struct CountryAlias {
    const char* alpha2;
    const char* name;
};
const std::vector<CountryAlias>& country_aliases();

/// ISO 3166-1's names of a country as people write them in a sentence: the common name and what stands before the comma
/// of the name ("Korea" of "Korea, Republic of"); for the United States also "USA", whose alpha-3 is no alias.
std::vector<std::string> written_country_names(const IsoCountry& country);

/// Aliases that are written in a sentence: "UK", "UAE", "Ivory Coast"; no other code of two letters, nothing with a
/// comma or of three words and more ("Federal Republic Germany": every bank would be found by "Republic").
bool is_written_alias(std::string_view name);

}  // namespace bizrec::builder
