#pragma once

#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/catalog/iso_codes.hpp"
#include "lmdb_builder/catalog/state_names.hpp"
#include "lmdb_builder/catalog/weather_locations.hpp"

namespace bizrec::builder {

/// Hexadecimal XXH3-128 of all input that decides the names of cities in an index: the gazetteer, its names in all
/// languages under `locale_dir`, and `rules`, the text of city_names.txt. Two machines with the same digest and the
/// same Unicode version produce the same names. The names are not folded first, because that takes a tenth of a second.
Result<std::string> city_digest(const std::vector<WeatherCity>& cities, const std::string& locale_dir,
                                const std::string& rules);

/// Hexadecimal XXH3-128 of the countries, the subdivisions and their translations into their countries' languages. It
/// ignores everything else in the files of iso-codes.
std::string catalog_digest(const std::vector<IsoCountry>& countries, const std::vector<IsoSubdivision>& subdivisions,
                           const MessageCatalogs& catalogs);

}  // namespace bizrec::builder
