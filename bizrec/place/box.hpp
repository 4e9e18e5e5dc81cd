#pragma once

#include <cstdint>

#include "bizrec/place/position.hpp"

namespace bizrec::place {

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

}  // namespace bizrec::place
