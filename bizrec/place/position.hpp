#pragma once

#include <cstdint>
#include <limits>

namespace bizrec::place {

/// A position in units of 1e-7 degrees (1.1 cm at the equator), WGS84. The index stores this form, and every distance
/// is computed from it, so that server, builder and oracle agree to the last bit.
struct Position {
    static constexpr std::int32_t missing = std::numeric_limits<std::int32_t>::min();
    std::int32_t latitude = missing;
    std::int32_t longitude = missing;

    bool exists() const noexcept { return latitude != missing; }
};

}  // namespace bizrec::place
