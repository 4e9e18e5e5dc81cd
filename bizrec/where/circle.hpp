#pragma once

#include <array>
#include <cstddef>

#include "bizrec/place/box.hpp"
#include "bizrec/place/distance.hpp"
#include "bizrec/place/position.hpp"

namespace bizrec::search {

/// Decides for many positions whether they lie in one circle, and in which band. Gives exactly the results of
/// place::distance_metres() and place::distance_band(), at a tenth of their cost.
///
/// Computes the haversine of the distance by short power series, and compares it with the haversines of the radius and
/// of the bands' edges. If it is within the margin of error around one of these, the exact distance decides.
class Circle {
public:
    static constexpr unsigned any_band = std::size(place::band_edges_metres) + 1;  ///< above every band

    Circle() = default;
    Circle(place::Position centre, double radius_metres) noexcept;

    /// Whether distance_metres(centre, position) <= radius. If true, sets `band` to the band of the distance.
    /// `position` must exist.
    bool holds(place::Position position, unsigned& band) const noexcept {
        return place::contains(box_, position) && measure(position, any_band, band);
    }
    /// Like holds(), but returns true only if the band is below `below` (1..any_band). Positions beyond that band cost
    /// less than in holds(). Call it only if contains(box(), position).
    bool holds_nearer(place::Position position, unsigned below, unsigned& band) const noexcept {
        return measure(position, below, band) && band < below;
    }

    place::Position centre() const noexcept { return centre_; }
    double radius_metres() const noexcept { return radius_metres_; }
    const place::Box& box() const noexcept { return box_; }  ///< holds every position of the circle

private:
    /// The haversines just inside and just outside an edge, which is the radius or the edge of a band. In between,
    /// rounding does not allow a decision, so the exact distance decides.
    struct Edge {
        double surely_inside = 0;
        double surely_outside = 0;
    };
    static constexpr std::size_t band_edges = std::size(place::band_edges_metres);

    static Edge edge_at(double metres) noexcept;
    bool measure(place::Position position, unsigned below, unsigned& band) const noexcept;
    bool measure_exactly(place::Position position, unsigned& band) const noexcept;

    place::Position centre_;
    double radius_metres_ = 0;
    place::Box box_;
    double sine_ = 0, cosine_ = 0;  // of the centre's latitude
    bool far_from_poles_ = false;   // only then the errors of the series stay within the margin
    Edge radius_;
    std::array<Edge, band_edges> edges_;
};

}  // namespace bizrec::search
