#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bizrec/base/json_types.hpp"

namespace bizrec::builder {

/// WGS 84 in degrees; finite, not otherwise checked.
struct GeoPoint {
    double longitude = 0;
    double latitude = 0;
};

/// A GeoJSON Point (RFC 7946: longitude first).
std::optional<GeoPoint> point_of_geojson(simdjson::dom::element geometry) noexcept;

/// A point as DuckDB and its spatial extension write one into text: "POINT (13.4 52.5)" (WKT, also Z), WKB or EWKB in
/// hexadecimal digits, a BLOB of WKB with its \xHH escapes.
std::optional<GeoPoint> point_of_text(std::string_view text);

/// Well-known binary (OGC 06-103r4 section 8), and PostGIS's EWKB: a point of two or more ordinates, either byte order.
std::optional<GeoPoint> point_of_wkb(std::string_view bytes) noexcept;

/// The shortest decimal that reads as the same double.
std::string shortest_decimal(double number);

}  // namespace bizrec::builder
