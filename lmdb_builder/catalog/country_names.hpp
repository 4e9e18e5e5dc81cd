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

}  // namespace bizrec::builder
