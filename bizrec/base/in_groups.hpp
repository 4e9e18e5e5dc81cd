#pragma once

#include <algorithm>
#include <cstddef>

namespace bizrec {

/// The reads of a group: few enough to wait in the cache for their use.
inline constexpr std::size_t group_size = 32;

/// Calls use(from, to) for groups of [0, size), at most group_size at once. `use` prefetches what all of the group read
/// before it reads any of it, so that the reads wait for memory together.
template <class Use>
void in_groups(std::size_t size, Use&& use) {
    for (std::size_t from = 0; from < size; from += group_size) {
        use(from, std::min(size, from + group_size));
    }
}

}  // namespace bizrec
