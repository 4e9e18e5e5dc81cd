#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace bizrec::builder::testing {

struct CityOfOracle {
    std::string name;                            ///< folded; "" = none
    std::pair<std::string, std::string> region;  ///< country and state
};

/// For each document whether it stands in the largest of several cities of its city's name. `cities`: of the documents,
/// in the order of docids. Of cities of one size the first is the largest.
inline std::vector<bool> in_largest_city(const std::vector<CityOfOracle>& cities) {
    std::map<std::string, std::map<std::pair<std::string, std::string>, std::size_t>> sizes;
    for (const CityOfOracle& city : cities) {
        ++sizes[city.name][city.region];
    }
    std::map<std::string, std::pair<std::string, std::string>> largest;
    for (const CityOfOracle& city : cities) {
        std::pair<std::string, std::string>& best = largest.emplace(city.name, city.region).first->second;
        if (sizes[city.name][city.region] > sizes[city.name][best]) {
            best = city.region;
        }
    }
    std::vector<bool> inside;
    for (const CityOfOracle& city : cities) {
        inside.push_back(!city.name.empty() && sizes[city.name].size() > 1 && largest[city.name] == city.region);
    }
    return inside;
}

}  // namespace bizrec::builder::testing
