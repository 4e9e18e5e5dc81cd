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
/// in all languages to a nearby city of the same country that has one of its names. If no city has such a name, it
/// gives them to the nearest one.
class CityAliases {
public:
    static constexpr double same_name_metres = 60'000;  ///< maximum distance of a city and one with the same name
    /// maximum distance of a city and the same city under another name
    static constexpr double other_name_metres = 10'000;
    static constexpr std::size_t alpha2_length = 2;

    /// Errors name a broken catalogue of translations.
    static Result<CityAliases> find(const std::vector<RecordCity>& cities, const std::vector<WeatherCity>& gazetteer,
                                    const std::string& locale_dir, const CityRules& rules);

    /// The cities that a filter means, by its country and name (one text of both), if it means more than the city with
    /// that spelling.
    const CitiesByName& filters() const noexcept { return filters_; }
    /// The meaning of a name in a query: every name of a city, with all cities that it names in any country. A
    /// translation counts only if the name is no city's own or English name ("Monaco" is Munich in Italian).
    const CitiesByName& names() const noexcept { return names_; }

private:
    class Finder;

    CitiesByName filters_, names_;
};

}  // namespace bizrec::builder
