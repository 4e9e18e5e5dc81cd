#pragma once

#include <optional>

#include "bizrec/place/position.hpp"

namespace bizrec::place {

/// Rounds degrees to the nearest unit. Nothing if a value is not finite or lies outside −90..90 or −180..180.
std::optional<Position> make_position(double latitude_degrees, double longitude_degrees) noexcept;

/// Great-circle distance in metres on a sphere of radius 6,371,008.8 m (haversine). Both positions must exist.
double distance_metres(Position a, Position b) noexcept;

/// The distance as one of 16 bands. Band n ends at the distance band_edges_metres[n]; band 15 has no end.
inline constexpr double band_edges_metres[15] = {100,  250,  500,   750,   1000,  1500,   2000,  3000,
                                                 5000, 7500, 10000, 20000, 50000, 100000, 200000};
unsigned distance_band(double metres) noexcept;

}  // namespace bizrec::place
