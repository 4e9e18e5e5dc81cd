#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::builder {

/// A city of Debian's libgweather-4-common, which has 4,233 cities worldwide.
struct WeatherCity {
    std::string country;  ///< alpha-2
    std::string name;     ///< in English, or as the country writes it
    std::string context;  ///< gettext's context of the name in the translations; "" if it needs none
    place::Position position;

    /// The message id of the name in the catalogues.
    std::string message() const { return context.empty() ? name : context + '\x04' + name; }
};

inline constexpr const char* packaged_weather_locations = "/usr/share/libgweather-4/Locations.xml";

/// The cities of a Locations.xml, in its order. Cities without a country code, a name or a valid position are omitted.
/// Errors describe the broken bytes; the caller adds the file's name. expat parses the text.
Result<std::vector<WeatherCity>> parse_weather_locations(std::string_view xml);

/// Like parse_weather_locations(), for a file. Errors name the file and the package.
Result<std::vector<WeatherCity>> read_weather_locations(const std::string& path);

}  // namespace bizrec::builder
