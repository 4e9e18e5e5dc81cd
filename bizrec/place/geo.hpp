#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace bizrec::place {

/// A position in units of 1e-7 degrees (1.1 cm at the equator), WGS84. This is what the index stores, and every
/// distance is computed from it, so that server, builder and oracle agree to the last bit.
struct Position {
    static constexpr std::int32_t missing = std::numeric_limits<std::int32_t>::min();
    std::int32_t latitude = missing;
    std::int32_t longitude = missing;

    bool exists() const noexcept { return latitude != missing; }
};

/// Degrees to the nearest unit. Nothing for values that are not finite or out of −90..90, −180..180.
std::optional<Position> make_position(double latitude_degrees, double longitude_degrees) noexcept;

/// Great-circle distance in metres on a sphere of radius 6,371,008.8 m (haversine). Both must exist.
double distance_metres(Position a, Position b) noexcept;

/// Distance in 16 bands: 0 is the nearest (see band_edges_metres), 15 everything beyond the last edge.
inline constexpr double band_edges_metres[15] = {100,  250,  500,   750,   1000,  1500,   2000,  3000,
                                                 5000, 7500, 10000, 20000, 50000, 100000, 200000};
unsigned distance_band(double metres) noexcept;

/// A box on the sphere in Position units, edges inclusive. west > east wraps over the antimeridian.
/// Empty where south > north.
struct Box {
    std::int32_t south = 0, west = 0, north = -1, east = 0;
};

/// Smallest boxes that hold every point within `radius_metres` of `centre`, widened by a unit so that rounding never
/// loses a point; whole parallels near the poles.
Box bounding_box(Position centre, double radius_metres) noexcept;

bool overlap(const Box& a, const Box& b) noexcept;
inline bool contains(const Box& box, Position position) noexcept {
    if (position.latitude < box.south || position.latitude > box.north) {
        return false;
    }
    if (box.west <= box.east) {
        return box.west <= position.longitude && position.longitude <= box.east;
    }
    return position.longitude >= box.west || position.longitude <= box.east;
}

/// Index along a Hilbert curve of order 32 over (longitude, latitude) (Hilbert 1891; the iterative algorithm of
/// Skilling, "Programming the Hilbert curve", 2004). Missing positions give the greatest value.
std::uint64_t hilbert_index(Position position) noexcept;

}  // namespace bizrec::place
