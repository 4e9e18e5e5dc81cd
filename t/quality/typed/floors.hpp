#pragma once

#include <string_view>

namespace bizrec::quality {

/// The minimum share of right answers of a set, 0..1; 0 = no floor.
double floor_of(std::string_view set) noexcept;

}  // namespace bizrec::quality
