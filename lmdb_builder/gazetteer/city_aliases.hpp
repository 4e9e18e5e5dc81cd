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
    place::Position centre;  ///< of its records; missing where none has a position
};

/// Other names of the records' cities: of libgweather in all its languages where a city of the same country and one of
/// its names lies near (where none has a name of it, the nearest that lies there), and of the rule file.
class CityAliases {
public:
    static constexpr double same_name_metres = 60'000;   ///< a city and a namesake of it, at most
    static constexpr double other_name_metres = 10'000;  ///< a city and the one of another name that it is, at most
    static constexpr std::size_t alpha2_length = 2;

    /// Errors name a broken catalogue of translations.
    static Result<CityAliases> find(const std::vector<RecordCity>& cities, const std::vector<WeatherCity>& gazetteer,
                                    const std::string& locale_dir, const CityRules& rules);

    /// What a filter's country and name, one text of both, mean, where that is more than the city written so.
    const CitiesByName& filters() const noexcept { return filters_; }
    /// What a name means in a query: every name of a city, and all that it names in any country. A translation counts
    /// only where the name is nowhere a city's own or English one ("Monaco" is Munich in Italian).
    const CitiesByName& names() const noexcept { return names_; }

private:
    class Finder;

    CitiesByName filters_, names_;
};

}  // namespace bizrec::builder
