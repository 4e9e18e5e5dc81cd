#pragma once

#include <cstdint>
#include <limits>

namespace bizrec::place {

/// A position in units of 1e-7 degrees (1.1 cm at the equator), WGS84. The index stores this form, and every distance
/// is computed from it, so that server, builder and oracle agree to the last bit.
struct Position {
    static constexpr std::int32_t missing = std::numeric_limits<std::int32_t>::min();
    std::int32_t latitude = missing;
    std::int32_t longitude = missing;

    bool exists() const noexcept { return latitude != missing; }
};

/// Mean radius R1 of the WGS84 ellipsoid (IUGG), in metres.
inline constexpr double earth_radius_metres = 6'371'008.8;
inline constexpr double pi = 3.14159265358979323846;
inline constexpr double units_per_degree = 1e7;
inline constexpr double radians_per_unit = pi / 180 / units_per_degree;

inline constexpr std::int32_t pole_units = 900'000'000;
inline constexpr std::int32_t date_line_units = 1'800'000'000;

}  // namespace bizrec::place
