#pragma once

#include "bizrec/place/position.hpp"
#include "t/unit/support/small_index.hpp"

namespace bizrec::search::testing {

inline constexpr std::uint32_t chain_branches = 16000;
inline constexpr std::uint32_t branches_per_city = 40;
inline constexpr std::uint32_t chain_home = 1000;  ///< documents before the chain's first branch

/// A chain "chain.com" of 16,000 branches, 40 to a city ("city0" …), cities some 0.2 degrees apart in a grid, among
/// documents of others; 15,200 of the branches stand in US, the rest in CA. All have one host and one home page, and
/// the profile "facebook:chain"; 30 of them "facebook:few". `qualities`: how many different ones.
SmallIndex chain_index(unsigned qualities);

/// Where the branches of a city stand, give or take a kilometre.
place::Position city_centre(std::uint32_t city);

}  // namespace bizrec::search::testing
