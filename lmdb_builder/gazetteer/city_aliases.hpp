#pragma once

#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/place/position.hpp"
#include "lmdb_builder/catalog/weather_locations.hpp"
#include "lmdb_builder/gazetteer/cities_by_name.hpp"
#include "lmdb_builder/gazetteer/city_rules.hpp"

namespace bizrec::builder {

/// A city as records name it.
struct RecordCity {
    std::string country;     ///< alpha-2
    std::string name;        ///< folded
    place::Position centre;  ///< of its records; missing if none has a position
};

/// Other names of the records' cities, from libgweather and from the rule file. A city of libgweather gives its names
/// in all languages to the cities of the same country within same_name_metres that have one of these names. If there
/// are none, it gives them to the nearest city within other_name_metres.
class CityAliases {
public:
    static constexpr double same_name_metres = 60'000;  ///< cities of one name within this distance are the same city
    /// a city of libgweather and a city of records under another name are the same only within this distance
    static constexpr double other_name_metres = 10'000;
    static constexpr std::size_t alpha2_length = 2;

    /// Fails if a catalogue of translations is broken; the error names the file.
    static Result<CityAliases> find(const std::vector<RecordCity>& cities, const std::vector<WeatherCity>& gazetteer,
                                    const std::string& locale_dir, const CityRules& rules);

    /// The cities that a filter means, by its alpha-2 code and city name (concatenated). Without an entry, a filter
    /// means the city that records spell like this.
    const CitiesByName& filters() const noexcept { return filters_; }
    /// The cities that a name means in a query, in any country. Has every name of every city. A translation counts only
    /// if no other source has the name: "Monaco" does not mean Munich, although Munich's Italian name is Monaco.
    const CitiesByName& names() const noexcept { return names_; }

private:
    class Finder;

    CitiesByName filters_, names_;
};

}  // namespace bizrec::builder
