#pragma once

#include <algorithm>
#include <cstdint>

#include "bizrec/format/term_lists.hpp"
#include "bizrec/rank/task.hpp"

/// What the parts of executors take, in nanoseconds; measured by bench/micro/rank.cpp.
namespace bizrec::search {

inline constexpr std::uint64_t group_seek_time = 90;  ///< to a range within a group, and its block decoded
inline constexpr std::uint64_t block_time = 60;
inline constexpr std::uint64_t test_time = 60;  ///< of a circle: its document's position comes from memory

/// A posting of a block with impacts.
constexpr std::uint64_t postings_time(std::uint64_t postings) noexcept {
    return postings;
}
/// A document asked about in another list.
constexpr std::uint64_t questions_time(std::uint64_t questions) noexcept {
    return questions * 3 / 2;
}

/// To read the blocks of a list that leads.
constexpr std::uint64_t blocks_time(std::uint64_t inside) noexcept {
    return (inside / format::block_postings + 1) * block_time + postings_time(inside);
}

/// Rows come out of groups in their order, so few groups are touched where hits are many. `wanted`: rows.
constexpr std::uint64_t groups_time(std::uint64_t groups, std::uint64_t inside, std::uint64_t wanted,
                                    std::uint64_t ranges) noexcept {
    const std::uint64_t touched = std::min(groups, 1 + wanted * groups / std::max<std::uint64_t>(inside, 1));
    return touched * ranges * group_seek_time;
}

/// Documents looked at until a page is full, where each is tested: half of those near a circle lie in it.
constexpr std::uint64_t tested_for(std::uint64_t rows) noexcept {
    return rows * 2;
}

}  // namespace bizrec::search
