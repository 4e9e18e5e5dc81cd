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
    std::string postal_code;          ///< "" if the file has none
    std::int32_t latitude_micro = 0;  ///< 1e-6 degrees: integers print the same everywhere
    std::int32_t longitude_micro = 0;
};

/// The places of each country, by its alpha-2 code. The United States have a place for each postal code. Other
/// countries have a place for each city, the largest city first.
using Gazetteer = std::map<std::string, std::vector<Place>>;

/// Reads us_zips.csv.gz and world_cities.csv.gz, extracts of lists of places, from the sample's folder.
Result<Gazetteer> read_gazetteer(const std::string& folder);

}  // namespace bizrec::generator
