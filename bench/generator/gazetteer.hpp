#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"

namespace bizrec::generator {

/// A place for stores.
struct Place {
    std::string city;
    std::string state;
    std::string postal_code;          ///< "" if the extract has none
    std::int32_t latitude_micro = 0;  ///< 1e-6 degrees: integers print the same everywhere
    std::int32_t longitude_micro = 0;
};

/// The places of each country, by its alpha-2 code: in the United States one for each postal code, elsewhere one for
/// each city, the largest first.
using Gazetteer = std::map<std::string, std::vector<Place>>;

/// Reads the two extracts of the sample's folder (us_zips.csv.gz, world_cities.csv.gz).
Result<Gazetteer> read_gazetteer(const std::string& folder);

}  // namespace bizrec::generator
