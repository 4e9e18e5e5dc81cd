#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bizrec/base/json_parser.hpp"

namespace bizrec::builder {

/// WGS 84 in degrees. The values are finite, but not checked otherwise.
struct GeoPoint {
    double longitude = 0;
    double latitude = 0;
};

/// A GeoJSON Point (RFC 7946: longitude first). Returns nullopt for anything else.
std::optional<GeoPoint> point_of_geojson(simdjson::dom::element geometry) noexcept;

/// A point as DuckDB and its spatial extension write it as text: "POINT (13.4 52.5)" (WKT, also with Z), WKB or EWKB in
/// hexadecimal digits, or a BLOB of WKB with \xHH escapes.
std::optional<GeoPoint> point_of_text(std::string_view text);

/// Well-known binary (OGC 06-103r4 section 8), and PostGIS's EWKB: a point with two or more ordinates, in either byte
/// order.
std::optional<GeoPoint> point_of_wkb(std::string_view bytes) noexcept;

/// The shortest decimal that parses to the same double.
std::string shortest_decimal(double number);

}  // namespace bizrec::builder
