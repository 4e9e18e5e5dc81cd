#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bizrec/format/meta.hpp"
#include "bizrec/place/position.hpp"
#include "bizrec/place/ranges.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/catalog/weather_locations.hpp"
#include "lmdb_builder/document/document.hpp"

namespace bizrec::store {
class IndexWriter;
}

namespace bizrec::builder {

class Workers;

/// What the machine knows of the names of cities.
struct CityNames {
    const std::vector<WeatherCity>* gazetteer = nullptr;
    std::string locale_dir;
    std::string rules;  ///< the text of city_names.txt
};

/// Collects where each place's documents stand and writes the `places` section (format/place_entry.hpp). In memory:
/// some 100 bytes a distinct place.
class PlaceDictionary {
public:
    /// `catalog` and the gazetteer must outlive this object.
    PlaceDictionary(const PlaceCatalog& catalog, CityNames names) : catalog_(&catalog), names_(std::move(names)) {}

    /// In the order of docids, each once. `is_inferred`: the record does not say all of its place itself.
    void add(std::uint32_t docid, const DocumentPlace& place, place::Position position, bool is_inferred);

    /// Writes the section and the counts of places into `meta`.
    void write(Workers& workers, store::IndexWriter& writer, format::Meta& meta);

private:
    using Table = std::unordered_map<std::string, place::Ranges>;
    struct Positions {
        std::int64_t latitude = 0, longitude = 0;
        std::uint64_t count = 0;
    };
    /// Where a city's records stand in the world: towns of one name in several states apart.
    struct City {
        std::string country, name;
        std::map<std::string, Positions> by_state;
        bool has_inferred = false;

        place::Position centre() const;
    };
    /// What a name at the end of a query means.
    struct QueryName {
        place::Ranges ranges;
        std::uint64_t flags = 0;  // format::place_flag
    };

    void name_states(format::Meta& meta);
    void name_cities();
    const place::Ranges& ranges_of(const City& city);

    const PlaceCatalog* catalog_;
    Table table_;
    Table states_;                                   // alpha-2, separator, canonical state: named when all are known
    std::unordered_set<std::string> with_inferred_;  // keys of countries in table_, of states in states_
    std::unordered_map<std::string, City> cities_of_records_;  // by key in table_
    std::unordered_map<std::string, QueryName> query_names_;
    CityNames names_;
    std::string key_;
    std::uint64_t countries_ = 0, cities_ = 0, postal_codes_ = 0;
};

}  // namespace bizrec::builder
