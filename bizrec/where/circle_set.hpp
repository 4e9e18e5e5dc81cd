#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bizrec/place/box.hpp"
#include "bizrec/place/position.hpp"
#include "bizrec/place/ranges.hpp"
#include "bizrec/postings/postings.hpp"
#include "bizrec/where/circle.hpp"

namespace bizrec::search {

/// The circles of a request. Answers whether a position is in at least one of them.
///
/// Only few circles are tested for a position. Neighbouring circles form groups. If all centres of a group are farther
/// away than its greatest radius, or than the nearest band found so far, two comparisons skip the group. Memory is
/// reused.
class CircleSet {
public:
    static constexpr std::uint64_t steps_of_circle = 4;  ///< 1 for its box, 2 for its distance, 1 for its ranges

    void clear() noexcept {
        count_ = 0;
        groups_.clear();
    }
    /// Adds a circle. It holds only documents in `ranges`.
    void add(place::Position centre, double radius_metres, const place::Ranges& ranges);
    /// Call after the last add().
    void finish() {
        groups_.clear();
        if (count_ > circles_per_group) {
            make_groups();
        }
    }
    bool empty() const noexcept { return count_ == 0; }

    /// Returns whether some circle holds the document. If true, sets `band` to the document's distance band
    /// (circle.hpp) about the nearest centre of the circles that hold it. `position` must exist. Adds the steps of its
    /// tests to `steps`, at most max_steps().
    bool find_nearest(place::Position position, std::uint32_t docid, unsigned& band,
                      std::uint64_t& steps) const noexcept {
        band = groups_.empty() ? nearest_of_few(position, docid, steps) : nearest_of_groups(position, docid, steps);
        return band != Circle::any_band;
    }
    /// The most steps that find_nearest() may add.
    std::uint64_t max_steps() const noexcept { return 2 * groups_.size() + count_ * steps_of_circle; }

private:
    static constexpr std::size_t circles_per_group = 8;

    struct Placed {
        Circle circle;
        place::Ranges ranges;
    };
    /// Bounds on circles that are adjacent in order_.
    struct Group {
        std::uint32_t first, last;         // indexes of order_; last is excluded
        std::int32_t south, north;         // of the centres
        std::int32_t west, east;           // of the centres; never across the date line
        double radius_metres;              // the greatest radius
        double longitude_units_per_metre;  // the greatest reach to east or west per metre of radius
        std::int64_t units_to_latitudes(std::int32_t latitude) const noexcept;
        bool is_far(place::Position position, double metres) const noexcept;
    };

    void make_groups();
    void order_by_place();
    Group group_of(std::uint32_t first, std::uint32_t last) const noexcept;
    void look_at(const Placed& placed, place::Position position, std::uint32_t docid, unsigned& nearest,
                 std::uint64_t& steps) const noexcept;
    /// find_nearest() for at most circles_per_group circles, which have no groups. Charges the maximum, because
    /// counting each test would cost as much as the cheapest test.
    unsigned nearest_of_few(place::Position position, std::uint32_t docid, std::uint64_t& steps) const noexcept {
        unsigned nearest = Circle::any_band;
        steps += count_ * steps_of_circle;
        const Placed* const end = circles_.data() + count_;
        for (const Placed* placed = circles_.data(); placed != end; ++placed) {
            unsigned band = 0;
            if (place::contains(placed->circle.box(), position) &&
                placed->circle.holds_nearer(position, nearest, band) && contains(placed->ranges, docid)) {
                nearest = band;
                if (band == 0) {
                    break;
                }
            }
        }
        return nearest;
    }
    unsigned nearest_of_groups(place::Position position, std::uint32_t docid, std::uint64_t& steps) const noexcept;
    void look_at_group(const Group& group, place::Position position, std::uint32_t docid, unsigned& nearest,
                       std::uint64_t& steps) const noexcept;
    const Group& likely_group(place::Position position, std::uint64_t& steps) const noexcept;

    std::vector<Placed> circles_;  // only the first count_ are in use; the others keep their memory
    std::size_t count_ = 0;
    struct Ordered {
        std::uint64_t place;
        std::uint32_t circle;
    };
    std::vector<Ordered> order_;
    std::vector<Group> groups_;
};

}  // namespace bizrec::search
