#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bizrec/place/position.hpp"

namespace bizrec::builder {

/// Points of the globe by cells of half a degree: the nearest within some distance. Threads may ask at once.
class NearestPlace {
public:
    struct Point {
        place::Position position;
        std::uint32_t id = 0;    ///< the caller's
        bool is_record = false;  ///< counted among the records' own places, not of the gazetteer
        std::array<char, 2> country{};
    };
    struct Wanted {
        double metres = 0;
        std::string_view country;  ///< alpha-2; "" = any
        bool records_only = false;
    };

    void add(const Point& point);
    /// Null where no point is as near. Of two at one distance the one that was added first.
    const Point* find(place::Position position, const Wanted& wanted) const;

private:
    std::unordered_map<std::uint32_t, std::vector<Point>> cells_;
};

}  // namespace bizrec::builder
