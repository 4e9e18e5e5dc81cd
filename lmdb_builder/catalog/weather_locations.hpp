#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::builder {

/// A city of Debian's libgweather-4-common: 4,233 of the world.
struct WeatherCity {
    std::string country;  ///< alpha-2
    std::string name;     ///< in English, or as the country writes it
    std::string context;  ///< gettext's context of the name in the translations; "" where it needs none
    place::Position position;

    /// The message by which the catalogues know the name.
    std::string message() const { return context.empty() ? name : context + '\x04' + name; }
};

inline constexpr const char* packaged_weather_locations = "/usr/share/libgweather-4/Locations.xml";

/// The cities of a Locations.xml, in its order; those without a country's code, a name or a position on the globe are
/// left out. Errors say what is wrong with the bytes; the caller knows the file's name. Parsed by expat.
Result<std::vector<WeatherCity>> parse_weather_locations(std::string_view xml);

/// The same of a file; errors name it and the package.
Result<std::vector<WeatherCity>> read_weather_locations(const std::string& path);

}  // namespace bizrec::builder
