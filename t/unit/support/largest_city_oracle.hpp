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

/// For each document, whether it is in the largest of several cities with the name of its city. `cities`: the cities of
/// the documents, in the order of docids. Documents without a state count for the largest city of that name in their
/// country. If several cities are equally large, the one whose first document comes first counts as the largest.
inline std::vector<bool> in_largest_city(const std::vector<CityOfOracle>& cities) {
    using Region = std::pair<std::string, std::string>;
    const auto documents_of = [&cities](const std::string& name, const Region& region) {
        std::size_t count = 0;
        for (const CityOfOracle& city : cities) {
            count += city.name == name && city.region == region ? 1 : 0;
        }
        return count;
    };
    std::map<std::string, std::vector<Region>> regions;  // by name, in the order of their first documents
    for (const CityOfOracle& city : cities) {
        std::vector<Region>& all = regions[city.name];
        bool is_known = false;
        for (const Region& region : all) {
            is_known = is_known || region == city.region;
        }
        if (!is_known) {
            all.push_back(city.region);
        }
    }
    std::map<std::string, std::map<Region, Region>> meant;  // by name: each region, and the region it counts for
    std::map<std::string, Region> largest;
    std::map<std::string, std::size_t> namesakes;
    for (const auto& [name, all] : regions) {
        std::map<Region, std::size_t> sizes;
        for (const Region& region : all) {
            Region counts_for = region;
            std::size_t most = 0;
            for (const Region& other : all) {
                const bool has_state = other.first == region.first && !other.second.empty();
                if (region.second.empty() && has_state && documents_of(name, other) > most) {
                    most = documents_of(name, other);
                    counts_for = other;
                }
            }
            meant[name][region] = counts_for;
            sizes[counts_for] += documents_of(name, region);
        }
        std::size_t most = 0;
        for (const Region& region : all) {
            if (sizes.count(region) != 0 && sizes[region] > most) {
                most = sizes[region];
                largest[name] = region;
            }
        }
        namesakes[name] = sizes.size();
    }
    std::vector<bool> inside;
    for (const CityOfOracle& city : cities) {
        inside.push_back(!city.name.empty() && namesakes[city.name] > 1 &&
                         meant[city.name][city.region] == largest[city.name]);
    }
    return inside;
}

}  // namespace bizrec::builder::testing
