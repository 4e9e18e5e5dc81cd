#include "bizrec/place/box.hpp"

#include <algorithm>
#include <cmath>

#include "bizrec/place/position.hpp"

namespace bizrec::place {
namespace {

constexpr std::int64_t full_turn = 2 * std::int64_t{date_line_units};

struct Interval {
    std::int32_t first, last;
};

bool meet(Interval a, Interval b) noexcept {
    return a.first <= b.last && b.first <= a.last;
}

bool is_empty(const Box& box) noexcept {
    return box.south > box.north;
}

/// The longitudes of a box as 1 or 2 intervals that do not wrap. Returns their number.
int longitudes(const Box& box, Interval (&out)[2]) noexcept {
    if (box.west <= box.east) {
        out[0] = {box.west, box.east};
        return 1;
    }
    out[0] = {box.west, date_line_units};
    out[1] = {-date_line_units, box.east};
    return 2;
}

std::int64_t round_down(double units) noexcept {
    return static_cast<std::int64_t>(std::floor(units));
}

std::int64_t round_up(double units) noexcept {
    return static_cast<std::int64_t>(std::ceil(units));
}

/// Sets west and east of `box` to the meridians that touch the circle (Bronstein, "Taschenbuch der Mathematik", section
/// 3.2: sin Δλ = sin r / cos φ). If there are none, leaves both as they are: all longitudes.
void set_meridians(Position centre, double radius_units, Box& box) noexcept {
    const double sine = std::sin(radius_units * radians_per_unit) / std::cos(centre.latitude * radians_per_unit);
    if (!(sine < 1)) {
        return;
    }
    const double half_width = std::asin(sine) / radians_per_unit;
    std::int64_t west = round_down(centre.longitude - half_width);
    std::int64_t east = round_up(centre.longitude + half_width);
    if (east - west >= full_turn) {
        return;
    }
    // −180° and 180° are the same meridian but different numbers. A box that reaches this meridian wraps, so that it
    // contains positions with either number.
    if (west <= -date_line_units) {
        west += full_turn;
    }
    if (east >= date_line_units) {
        east -= full_turn;
    }
    box.west = static_cast<std::int32_t>(west);
    box.east = static_cast<std::int32_t>(east);
}

}  // namespace

Box bounding_box(Position centre, double radius_metres) noexcept {
    Box box{-pole_units, -date_line_units, pole_units, date_line_units};
    // Adds one unit, for rounding errors, to the radius and not to the box, because close to the poles a rounding error
    // of the radius moves the meridians by many units.
    const double radius_units = std::min(radius_metres / earth_radius_metres / radians_per_unit, double{full_turn}) + 1;
    const std::int64_t south = round_down(centre.latitude - radius_units);
    const std::int64_t north = round_up(centre.latitude + radius_units);
    const bool holds_south_pole = south <= -pole_units;
    const bool holds_north_pole = north >= pole_units;
    if (!holds_south_pole) {
        box.south = static_cast<std::int32_t>(south);
    }
    if (!holds_north_pole) {
        box.north = static_cast<std::int32_t>(north);
    }
    if (!holds_south_pole && !holds_north_pole) {
        set_meridians(centre, radius_units, box);
    }
    return box;
}

bool overlap(const Box& a, const Box& b) noexcept {
    if (is_empty(a) || is_empty(b) || !meet({a.south, a.north}, {b.south, b.north})) {
        return false;
    }
    Interval left[2];
    Interval right[2];
    const int left_count = longitudes(a, left);
    const int right_count = longitudes(b, right);
    for (int i = 0; i < left_count; ++i) {
        for (int j = 0; j < right_count; ++j) {
            if (meet(left[i], right[j])) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace bizrec::place
