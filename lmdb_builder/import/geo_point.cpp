#include "lmdb_builder/import/geo_point.hpp"

#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/hex.hpp"
#include "bizrec/base/numbers.hpp"

namespace bizrec::builder {
namespace {

std::optional<GeoPoint> finite_point(double longitude, double latitude) noexcept {
    // WKB writes an empty point as NaN.
    return std::isfinite(longitude) && std::isfinite(latitude) ? std::optional<GeoPoint>({longitude, latitude})
                                                               : std::nullopt;
}

void skip_spaces(std::string_view& text) noexcept {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
}

bool take_word(std::string_view& text, std::string_view upper) noexcept {
    if (text.size() < upper.size()) {
        return false;
    }
    for (std::size_t i = 0; i < upper.size(); ++i) {
        if (bizrec::upper(text[i]) != upper[i]) {
            return false;
        }
    }
    text.remove_prefix(upper.size());
    skip_spaces(text);
    return true;
}

bool take_number(std::string_view& text, double& number) noexcept {
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec != std::errc()) {
        return false;
    }
    text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
    skip_spaces(text);
    return true;
}

std::optional<GeoPoint> point_of_wkt(std::string_view text) noexcept {
    double longitude = 0;
    double latitude = 0;
    if (!take_word(text, "POINT")) {
        return std::nullopt;
    }
    for (const std::string_view more_ordinates : {"Z", "M"}) {
        take_word(text, more_ordinates);
    }
    if (!take_word(text, "(") || !take_number(text, longitude) || !take_number(text, latitude)) {
        return std::nullopt;
    }
    for (double more = 0; take_number(text, more);) {
    }
    return text == ")" ? finite_point(longitude, latitude) : std::nullopt;
}

/// The bytes that hexadecimal digits stand for; "" if the text is not hexadecimal.
std::string bytes_of_hex(std::string_view text) {
    std::string bytes;
    for (std::size_t at = 0; at < text.size(); at += 2) {
        const int byte = hex_byte(text, at);
        if (byte < 0) {
            return {};
        }
        bytes += static_cast<char>(byte);
    }
    return bytes;
}

std::string bytes_of_blob(std::string_view text) {
    std::string bytes;
    for (std::size_t at = 0; at < text.size();) {
        const int byte = text[at] == '\\' && at + 1 < text.size() && text[at + 1] == 'x' ? hex_byte(text, at + 2) : -1;
        bytes += byte >= 0 ? static_cast<char>(byte) : text[at];
        at += byte >= 0 ? 4 : 1;
    }
    return bytes;
}

std::uint64_t unsigned_of(std::string_view bytes, bool little_endian) noexcept {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        value = value << 8 | static_cast<unsigned char>(bytes[little_endian ? bytes.size() - 1 - i : i]);
    }
    return value;
}

double double_of(std::string_view bytes, bool little_endian) noexcept {
    const std::uint64_t bits = unsigned_of(bytes, little_endian);
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

}  // namespace

std::optional<GeoPoint> point_of_geojson(simdjson::dom::element geometry) noexcept {
    std::string_view type;
    simdjson::dom::array coordinates;
    double longitude = 0;
    double latitude = 0;
    if (geometry["type"].get_string().get(type) != simdjson::SUCCESS || type != "Point" ||
        geometry["coordinates"].get_array().get(coordinates) != simdjson::SUCCESS ||
        coordinates.at(0).get_double().get(longitude) != simdjson::SUCCESS ||
        coordinates.at(1).get_double().get(latitude) != simdjson::SUCCESS) {
        return std::nullopt;
    }
    return finite_point(longitude, latitude);
}

std::optional<GeoPoint> point_of_wkb(std::string_view bytes) noexcept {
    constexpr std::uint64_t ewkb_flags = 0xE0000000;
    constexpr std::uint64_t has_srid = 0x20000000;
    constexpr std::size_t ordinate = 8;
    if (bytes.size() < 5 || static_cast<unsigned char>(bytes[0]) > 1) {
        return std::nullopt;
    }
    const bool little_endian = bytes[0] == 1;
    const std::uint64_t type = unsigned_of(bytes.substr(1, 4), little_endian);
    const std::size_t at = (type & has_srid) != 0 ? 9 : 5;
    // If a point also has Z or M, ISO adds 1000, 2000 or 3000 to the type, and PostGIS sets flags.
    if ((type & ~ewkb_flags) % 1000 != 1 || (type & ~ewkb_flags) > 3001 || bytes.size() < at + 2 * ordinate) {
        return std::nullopt;
    }
    return finite_point(double_of(bytes.substr(at, ordinate), little_endian),
                        double_of(bytes.substr(at + ordinate, ordinate), little_endian));
}

std::optional<GeoPoint> point_of_text(std::string_view text) {
    if (const auto point = point_of_wkt(text)) {
        return point;
    }
    return point_of_wkb(text.substr(0, 2) == "\\x" ? bytes_of_blob(text) : bytes_of_hex(text));
}

std::string shortest_decimal(double number) {
    std::string text;
    append_number(text, number);
    return text;
}

}  // namespace bizrec::builder
