#pragma once

#include "bizrec/place/position.hpp"
#include "t/unit/support/small_index.hpp"

namespace bizrec::search::testing {

inline constexpr std::uint32_t chain_branches = 16000;
inline constexpr std::uint32_t branches_per_city = 40;
inline constexpr std::uint32_t chain_home = 1000;  ///< documents before the chain's first branch

/// A chain "chain.com" of 16,000 branches, 40 in each city ("city0" …), among documents of other businesses. The cities
/// form a grid and are about 0.2 degrees apart. 15,200 of the branches are in US, the others in CA. All have the same
/// host, the same home page and the profile "facebook:chain"; 30 of them also have "facebook:few". `qualities`: number
/// of different qualities.
SmallIndex chain_index(unsigned qualities);

/// The position of a city; its branches are within about a kilometre.
place::Position city_centre(std::uint32_t city);

}  // namespace bizrec::search::testing
