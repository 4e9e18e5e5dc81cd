#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "bench/generator/random.hpp"

namespace bizrec::generator {

/// A line of business: what its names say, and what its records hold.
struct Trade {
    std::uint32_t share;    ///< of all businesses, in thousandths
    std::string_view word;  ///< in the name; "" for names that do not tell
    std::string_view group;
    std::vector<std::string_view> labels;    ///< categories; each record has the group's and one or two of these
    std::vector<std::string_view> keywords;  ///< what it sells or does
    bool has_prices = false;
};

/// Their shares add up to 1,000. A chain in two leaves its trade out of its name: with a share of 59, five of a hundred
/// names say "Restaurant".
const std::vector<Trade>& trades();

/// A trade by its share.
const Trade& draw_trade(Random& random);

}  // namespace bizrec::generator
