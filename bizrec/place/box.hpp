#pragma once

#include <cstdint>

#include "bizrec/place/position.hpp"

namespace bizrec::place {

/// A box on the sphere in Position units, edges inclusive. If west > east, it wraps over the antimeridian. If south >
/// north, it is empty.
struct Box {
    std::int32_t south = 0, west = 0, north = -1, east = 0;
};

/// The smallest box that holds every point within `radius_metres` of `centre`. It is one unit wider, so that rounding
/// never loses a point. If the circle holds a pole, the box has all longitudes.
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
