#include "lmdb_builder/catalog/weather_locations.hpp"

#include <expat.h>

#include <charconv>
#include <memory>
#include <optional>
#include <utility>

#include "bizrec/place/distance.hpp"
#include "lmdb_builder/system/whole_file.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t max_weather_text_bytes = 1024;
constexpr std::size_t expat_piece = 1U << 20;  // bytes per call of expat, which counts them in an int

/// Reads latitude and longitude in degrees, such as "48.366667 10.883333".
std::optional<place::Position> read_coordinates(std::string_view text) {
    double degrees[2] = {};
    for (double& each : degrees) {
        const std::size_t begin = text.find_first_not_of(" \t\r\n");
        if (begin == std::string_view::npos) {
            return std::nullopt;
        }
        text.remove_prefix(begin);
        const auto read = std::from_chars(text.data(), text.data() + text.size(), each);
        if (read.ec != std::errc()) {
            return std::nullopt;
        }
        text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    }
    return place::make_position(degrees[0], degrees[1]);
}

/// Handles expat's events. A weather station also has a name and coordinates, so only direct children of a city count.
class LocationsHandler {
public:
    static void XMLCALL start(void* self, const XML_Char* name, const XML_Char** attributes) {
        static_cast<LocationsHandler*>(self)->begin(name, attributes);
    }
    static void XMLCALL end(void* self, const XML_Char* name) { static_cast<LocationsHandler*>(self)->finish(name); }
    static void XMLCALL characters(void* self, const XML_Char* text, int length) {
        auto& handler = *static_cast<LocationsHandler*>(self);
        if (handler.text_.size() + static_cast<std::size_t>(length) <= max_weather_text_bytes) {
            handler.text_.append(text, static_cast<std::size_t>(length));
        }
    }

    std::vector<WeatherCity> take() { return std::move(cities_); }

private:
    void begin(std::string_view name, const XML_Char** attributes) {
        ++depth_;
        text_.clear();
        if (name == "country") {
            country_.clear();
        } else if (name == "city" && city_depth_ == 0) {
            city_depth_ = depth_;
            city_ = {};
        } else if (name == "_name" && depth_ == city_depth_ + 1) {
            for (; *attributes != nullptr; attributes += 2) {
                if (std::string_view(attributes[0]) == "msgctxt") {
                    city_.context = attributes[1];
                }
            }
        }
    }

    void finish(std::string_view name) {
        const bool in_city = city_depth_ != 0 && depth_ == city_depth_ + 1;
        if (name == "iso-code" && city_depth_ == 0) {
            country_ = text_;
        } else if (in_city && (name == "_name" || name == "name")) {
            city_.name = text_;
        } else if (in_city && name == "coordinates") {
            city_.position = read_coordinates(text_).value_or(place::Position());
        } else if (depth_ == city_depth_) {
            finish_city();
        }
        --depth_;
        text_.clear();
    }

    void finish_city() {
        city_depth_ = 0;
        if (country_.size() == 2 && !city_.name.empty() && city_.position.exists()) {
            city_.country = country_;
            cities_.push_back(std::move(city_));
        }
    }

    std::size_t depth_ = 0, city_depth_ = 0;  // city_depth_ is 0 outside a city
    std::string country_, text_;
    WeatherCity city_;
    std::vector<WeatherCity> cities_;
};

struct ParserEnd {
    void operator()(XML_Parser parser) const noexcept { XML_ParserFree(parser); }
};

}  // namespace

Result<std::vector<WeatherCity>> parse_weather_locations(std::string_view xml) {
    const std::unique_ptr<XML_ParserStruct, ParserEnd> parser(XML_ParserCreate("UTF-8"));
    if (!parser) {
        throw std::bad_alloc();
    }
    LocationsHandler handler;
    XML_SetUserData(parser.get(), &handler);
    XML_SetElementHandler(parser.get(), &LocationsHandler::start, &LocationsHandler::end);
    XML_SetCharacterDataHandler(parser.get(), &LocationsHandler::characters);
    for (bool is_last = false; !is_last;) {
        const std::string_view piece = xml.substr(0, expat_piece);
        xml.remove_prefix(piece.size());
        is_last = xml.empty();
        if (XML_Parse(parser.get(), piece.data(), static_cast<int>(piece.size()), is_last ? 1 : 0) != XML_STATUS_OK) {
            return Error{"line " + std::to_string(XML_GetCurrentLineNumber(parser.get())) + ": " +
                         XML_ErrorString(XML_GetErrorCode(parser.get()))};
        }
    }
    return handler.take();
}

Result<std::vector<WeatherCity>> read_weather_locations(const std::string& path) {
    std::string xml;
    const std::string package = " (the file comes with Debian's package libgweather-4-common)";
    if (!read_whole_file(path, xml) || xml.empty()) {
        return Error{path + ": cannot be read" + package};
    }
    auto cities = parse_weather_locations(xml);
    if (!cities) {
        return Error{path + ": " + cities.error().message + package};
    }
    return cities;
}

}  // namespace bizrec::builder
