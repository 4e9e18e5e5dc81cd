#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bizrec/place/geo.hpp"
#include "lmdb_builder/build/document.hpp"

namespace bizrec::builder {

/// The order of places (docids in location order): states, cities and postal codes stand by the Hilbert value of their
/// centres, so that neighbours in the world are neighbours in the index. Holds every distinct place in memory: some 100
/// bytes each. Sums are integers, so that neither the order of add() nor the platform's rounding matters.
class PlaceStatistics {
public:
    /// Rank of each level's place; equal places have equal ranks. A missing name stands behind all others of its level.
    struct Ranks {
        std::uint32_t state = 0, city = 0, postal_code = 0;
    };

    void add(const DocumentPlace& place, place::Position position);

    /// After the last add().
    void rank();

    /// Of a place that was added.
    Ranks ranks(const DocumentPlace& place) const;

private:
    struct Sum {
        std::int64_t latitude = 0, longitude = 0;
        std::uint64_t count = 0;
        std::uint32_t rank = 0;

        void add(place::Position position) noexcept;
        std::uint64_t hilbert() const noexcept;
    };
    using Level = std::unordered_map<std::string, Sum>;

    static void rank_level(Level& level);

    Level states_, cities_, postal_codes_;
    std::string key_;
};

}  // namespace bizrec::builder
