#pragma once

#include <cstdint>

namespace bizrec::place {

/// Mean radius R1 of the WGS84 ellipsoid (IUGG), in metres.
inline constexpr double earth_radius_metres = 6'371'008.8;
inline constexpr double pi = 3.14159265358979323846;
inline constexpr double units_per_degree = 1e7;
inline constexpr double radians_per_unit = pi / 180 / units_per_degree;

inline constexpr std::int32_t pole_units = 900'000'000;
inline constexpr std::int32_t date_line_units = 1'800'000'000;

}  // namespace bizrec::place
