#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bizrec/format/meta.hpp"
#include "bizrec/place/position.hpp"
#include "bizrec/place/ranges.hpp"
#include "lmdb_builder/catalog/place_catalog.hpp"
#include "lmdb_builder/catalog/weather_locations.hpp"
#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/gazetteer/city_aliases.hpp"
#include "lmdb_builder/sections/key_section.hpp"

namespace bizrec::store {
class IndexWriter;
}

namespace bizrec::builder {

class Workers;

/// Sources of other names of cities: libgweather and its translations on this machine, and a rule file.
struct CityNames {
    const std::vector<WeatherCity>* gazetteer = nullptr;
    std::string locale_dir;
    std::string rules;  ///< the text of city_names.txt
};

/// Collects the documents of each place and writes the `places` section (format/place_entry.hpp). Memory: some 100
/// bytes per distinct place.
class PlaceDictionary {
public:
    /// `catalog` and the gazetteer must outlive this object.
    PlaceDictionary(const PlaceCatalog& catalog, CityNames names) : catalog_(&catalog), names_(std::move(names)) {}

    /// Call it once for each document, in the order of docids. `is_inferred`: the record itself does not state its
    /// whole place.
    void add(std::uint32_t docid, const DocumentPlace& place, place::Position position, bool is_inferred);

    /// Writes the section. Sets the numbers of countries, states, cities and postal codes in `meta`.
    void write(Workers& workers, store::IndexWriter& writer, format::Meta& meta);

private:
    struct Place {
        place::Ranges ranges;
        bool has_inferred = false;  ///< for a country or state: the place of some record in it was inferred
    };
    using Table = std::unordered_map<std::string, Place>;
    /// The part of a city in one state.
    struct Town {
        place::Range documents;                    // from the first record that states the town to the last one
        std::uint32_t records = 0;                 // number of records that state the town
        std::int64_t latitude = 0, longitude = 0;  // sums over the positions
        std::uint64_t positions = 0;

        place::Position centre() const;
    };
    /// A name of a city in a country, with its towns: one for each state.
    struct City {
        std::string country, name;
        place::Ranges* ranges = nullptr;    ///< points into table_
        std::map<std::string, Town> towns;  // by state
        bool has_inferred = false;

        place::Position centre() const;
    };
    /// The meaning of the name of a state at the end of a query: the states of that name in all countries.
    struct QueryName {
        place::Ranges ranges;
        std::uint64_t flags = 0;  // format::place_flag
    };
    class NamesInNames;
    /// The place of the last document.
    struct Here {
        DocumentPlace place;
        Place *country = nullptr, *state = nullptr, *postal_code = nullptr;  // null if the document has none
        City* city = nullptr;
        Town* town = nullptr;  // null until add() has looked it up
    };

    void go_to(const DocumentPlace& place);
    void go_to_city(const DocumentPlace& place);
    void name_states(format::Meta& meta, std::vector<SectionKey>& keys);
    void name_cities(std::vector<SectionKey>& keys);
    std::vector<const City*> sorted_cities() const;
    static place::Range largest_town(std::string_view name, const CityNumbers& numbers,
                                     const std::vector<const City*>& cities);
    void add_part(const City& city, std::string_view name, place::Ranges& to) const;
    const place::Ranges& ranges_of(std::string_view name, const CityNumbers& numbers,
                                   const std::vector<const City*>& cities);
    void add_filters(const CityAliases& aliases, const std::vector<const City*>& cities, std::vector<SectionKey>& keys);
    void add_names(const CityAliases& aliases, const std::vector<const City*>& cities, const NamesInNames& parts,
                   std::vector<SectionKey>& keys);

    const PlaceCatalog* catalog_;
    Table table_;
    Table states_;  // by alpha-2 and canonical state; name_states() makes their keys in the index
    std::unordered_map<std::string, City> cities_of_records_;  // by the key that the city also has in table_
    std::unordered_map<std::string, QueryName> query_states_;
    std::unordered_map<std::string, std::string> states_of_forms_;  // alpha-2 and form -> state, as in City::towns
    std::deque<place::Ranges> of_several_;                          // ranges of the names that several cities have
    // ranges of a city in table_ -> ranges that its key leads to instead, which include other cities of that name
    std::unordered_map<const place::Ranges*, const place::Ranges*> with_namesakes_;
    CityNames names_;
    Here here_;
    std::string key_;
    std::uint64_t countries_ = 0, cities_ = 0, postal_codes_ = 0;
};

}  // namespace bizrec::builder
