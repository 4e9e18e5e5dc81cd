#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "lmdb_builder/catalog/iso_codes.hpp"

namespace bizrec::builder {

/// Maps folded names and codes (place::fold_country) to alpha-2 codes.
using CountryNames = std::unordered_map<std::string, std::string>;

/// Codes, names, common and official names of ISO 3166-1 with their variants ("St" for "Saint", no "and", "Republic of
/// Korea" for "Korea, Republic of") and our alias file. A code has precedence over a name, a name over an alias, and an
/// alias over a variant. A variant of two countries ("Virgin Islands") names neither.
CountryNames collect_country_names(const std::vector<IsoCountry>& countries);

/// An entry of our alias file (data/country_aliases.inc): alpha-2 and a name that iso-codes lacks.
struct CountryAlias {
    const char* alpha2;
    const char* name;
};
const std::vector<CountryAlias>& country_aliases();

/// The names of a country by ISO 3166-1 as people write them in a sentence: the part of the name before its comma
/// ("Korea" of "Korea, Republic of"), and the common name. The United States also have "USA", their alpha-3 code.
std::vector<std::string> written_country_names(const IsoCountry& country);

/// Whether people write an alias in a sentence: "UK", "UAE", "Ivory Coast". Other codes of two letters are excluded,
/// and so are names with a comma or with three words or more: with "Federal Republic Germany", for example, every bank
/// in Germany would match "Republic Bank".
bool is_written_alias(std::string_view name);

}  // namespace bizrec::builder
