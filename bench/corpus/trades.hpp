#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "bench/generator/random.hpp"

namespace bizrec::generator {

/// A line of business: the words of its names and the values of its records.
struct Trade {
    std::uint32_t share;    ///< of all businesses, in thousandths
    std::string_view word;  ///< word for the trade in names; "" if names of this trade have no such word
    std::string_view group;
    std::vector<std::string_view> labels;    ///< categories; each record has one or two of these and `group`
    std::vector<std::string_view> keywords;  ///< things that it sells or does
    bool has_prices = false;
};

/// The shares add up to 1,000. Half of all chains leave the trade out of their names, so that a share of 59 puts
/// "Restaurant" into about 5 % of all names, not 5.9 %.
const std::vector<Trade>& trades();

/// Draws a trade at random, weighted by its share.
const Trade& draw_trade(Random& random);

}  // namespace bizrec::generator
