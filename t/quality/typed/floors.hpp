#pragma once

#include <string_view>

namespace bizrec::quality {

/// The least share of right answers of a set, 0..1; 0 = none is asked for.
double floor_of(std::string_view set) noexcept;

}  // namespace bizrec::quality
