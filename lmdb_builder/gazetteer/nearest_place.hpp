#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bizrec/place/position.hpp"

namespace bizrec::builder {

/// Points of the globe in cells of half a degree. Finds the nearest point within some distance. Several threads may
/// call find().
class NearestPlace {
public:
    struct Point {
        place::Position position;
        std::uint32_t id = 0;    ///< the caller's number of the point
        bool is_record = false;  ///< a place of records, not a city of the gazetteer
        std::array<char, 2> country{};
    };
    struct Wanted {
        double metres = 0;
        std::string_view country;  ///< alpha-2; "" = any
        bool records_only = false;
    };

    void add(const Point& point);
    /// The nearest point within the wanted distance; null if there is none. If several points of one cell are equally
    /// near, the one that was added first. Valid until the next add().
    const Point* find(place::Position position, const Wanted& wanted) const;

private:
    std::unordered_map<std::uint32_t, std::vector<Point>> cells_;
};

}  // namespace bizrec::builder
