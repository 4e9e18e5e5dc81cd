#include "bizrec/where/circle_set.hpp"

#include <algorithm>
#include <limits>

#include "bizrec/place/distance.hpp"
#include "bizrec/place/hilbert.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::search {

namespace {

constexpr double units_per_metre = 1 / (place::earth_radius_metres * place::radians_per_unit);
constexpr double margin_units = 4;  // for rounding: positions and boxes are in whole units
constexpr double reach_margin = 1 + 1e-9;

/// Units of longitude from an interval to a longitude, the short way round.
std::int64_t units_between(std::int32_t west, std::int32_t east, std::int32_t longitude) noexcept {
    if (west <= longitude && longitude <= east) {
        return 0;
    }
    const auto short_way = [longitude](std::int32_t end) {
        const std::int64_t units = std::abs(std::int64_t{longitude} - end);
        return std::min(units, 2 * std::int64_t{place::date_line_units} - units);
    };
    return std::min(short_way(west), short_way(east));
}

/// How far a circle reaches to east and west, in units of longitude, for each metre of its radius. A smaller circle
/// around the same centre reaches less far per metre, because asin(sin r / cos φ) grows faster than r.
double longitude_reach(const Circle& circle) noexcept {
    const place::Box& box = circle.box();
    const bool is_round_the_pole = box.west == -place::date_line_units && box.east == place::date_line_units;
    if (is_round_the_pole || circle.radius_metres() <= 0) {
        return std::numeric_limits<double>::infinity();
    }
    const place::Position centre = circle.centre();
    const std::int64_t units = std::max(units_between(box.west, box.west, centre.longitude),
                                        units_between(box.east, box.east, centre.longitude));
    return static_cast<double>(units) / circle.radius_metres();
}

}  // namespace

void CircleSet::add(place::Position centre, double radius_metres, const place::Ranges& ranges) {
    if (count_ == circles_.size()) {
        circles_.emplace_back();
    }
    Placed& placed = circles_[count_++];
    placed.circle = Circle(centre, radius_metres);
    placed.ranges = ranges;
}

void CircleSet::make_groups() {
    order_by_place();
    for (std::size_t first = 0; first < count_; first += circles_per_group) {
        groups_.push_back(group_of(static_cast<std::uint32_t>(first),
                                   static_cast<std::uint32_t>(std::min(first + circles_per_group, count_))));
    }
}

void CircleSet::order_by_place() {
    order_.resize(count_);
    for (std::size_t i = 0; i < count_; ++i) {
        order_[i] = {place::hilbert_index(circles_[i].circle.centre()), static_cast<std::uint32_t>(i)};
    }
    std::sort(order_.begin(), order_.end(), [](const Ordered& a, const Ordered& b) { return a.place < b.place; });
}

CircleSet::Group CircleSet::group_of(std::uint32_t first, std::uint32_t last) const noexcept {
    const place::Position begin = circles_[order_[first].circle].circle.centre();
    Group group{first, last, begin.latitude, begin.latitude, begin.longitude, begin.longitude, 0, 0};
    for (std::uint32_t i = first; i < last; ++i) {
        const Circle& circle = circles_[order_[i].circle].circle;
        group.south = std::min(group.south, circle.centre().latitude);
        group.north = std::max(group.north, circle.centre().latitude);
        group.west = std::min(group.west, circle.centre().longitude);
        group.east = std::max(group.east, circle.centre().longitude);
        group.radius_metres = std::max(group.radius_metres, circle.radius_metres());
        group.longitude_units_per_metre = std::max(group.longitude_units_per_metre, longitude_reach(circle));
    }
    return group;
}

std::int64_t CircleSet::Group::units_to_latitudes(std::int32_t latitude) const noexcept {
    return std::max({std::int64_t{0}, std::int64_t{latitude} - north, std::int64_t{south} - latitude});
}

/// Whether every centre is certainly farther from `position` than `metres`, which is above 0, or certainly farther than
/// the group's greatest radius.
bool CircleSet::Group::is_far(place::Position position, double metres) const noexcept {
    const double reach = std::min(metres, radius_metres) * reach_margin;
    if (static_cast<double>(units_to_latitudes(position.latitude)) > reach * units_per_metre + margin_units) {
        return true;
    }
    return static_cast<double>(units_between(west, east, position.longitude)) >
           reach * longitude_units_per_metre + margin_units;
}

/// Sets `nearest` to the position's band if the circle holds the document and the band is below `nearest`. Makes the
/// cheap tests first.
void CircleSet::look_at(const Placed& placed, place::Position position, std::uint32_t docid, unsigned& nearest,
                        std::uint64_t& steps) const noexcept {
    ++steps;
    if (!place::contains(placed.circle.box(), position)) {
        return;
    }
    steps += 2;
    unsigned band = 0;
    if (!placed.circle.holds_nearer(position, nearest, band)) {
        return;
    }
    ++steps;
    if (contains(placed.ranges, docid)) {
        nearest = band;
    }
}

void CircleSet::look_at_group(const Group& group, place::Position position, std::uint32_t docid, unsigned& nearest,
                              std::uint64_t& steps) const noexcept {
    for (std::uint32_t i = group.first; i < group.last && nearest != 0; ++i) {
        look_at(circles_[order_[i].circle], position, docid, nearest, steps);
    }
}

/// Returns the group whose centres are nearest, roughly. It is tested first, so that more of the other groups can be
/// skipped.
const CircleSet::Group& CircleSet::likely_group(place::Position position, std::uint64_t& steps) const noexcept {
    const Group* likely = &groups_.front();
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const Group& group : groups_) {
        const std::int64_t units = std::max(group.units_to_latitudes(position.latitude),
                                            units_between(group.west, group.east, position.longitude));
        if (units < least) {
            least = units;
            likely = &group;
        }
    }
    steps += groups_.size();
    return *likely;
}

unsigned CircleSet::nearest_of_groups(place::Position position, std::uint32_t docid,
                                      std::uint64_t& steps) const noexcept {
    unsigned nearest = Circle::any_band;
    const Group& likely = likely_group(position, steps);
    look_at_group(likely, position, docid, nearest, steps);
    for (const Group& group : groups_) {
        if (nearest == 0) {
            break;
        }
        ++steps;
        const double metres = nearest == Circle::any_band ? std::numeric_limits<double>::infinity()
                                                          : place::band_edges_metres[nearest - 1];
        if (&group != &likely && !group.is_far(position, metres)) {
            look_at_group(group, position, docid, nearest, steps);
        }
    }
    return nearest;
}

}  // namespace bizrec::search
