#pragma once

#include <vector>

#include "bench/generator/country_style.hpp"
#include "bench/generator/gazetteer.hpp"

namespace bizrec::generator {

/// Draws places for businesses. 85 % are in the United States, where each postal code is equally likely and large
/// cities have more of them. The rest are in the other countries by their weights, and larger cities are more likely.
class Places {
public:
    explicit Places(const Gazetteer& gazetteer);

    struct Spot {
        const CountryStyle* style;
        const Place* place;
    };
    Spot draw(Random& random) const noexcept;

private:
    struct Country {
        const CountryStyle* style;
        const std::vector<Place>* places;
    };
    Country home_;  // the United States
    std::vector<Country> others_;
    std::uint32_t total_share_ = 0;
};

}  // namespace bizrec::generator
