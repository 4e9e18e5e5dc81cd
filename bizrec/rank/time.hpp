#pragma once

#include <algorithm>
#include <cstdint>

#include "bizrec/format/term_lists.hpp"
#include "bizrec/rank/task.hpp"

/// The times of parts of executors, in nanoseconds, as measured by bench/micro/rank.cpp.
namespace bizrec::search {

inline constexpr std::uint64_t group_seek_time = 90;  ///< to seek to a range within a group, and to decode its block
inline constexpr std::uint64_t block_time = 60;
inline constexpr std::uint64_t test_time = 60;  ///< to test a document in one circle, if its position is not cached

/// The time to read postings of a block with their impacts.
constexpr std::uint64_t postings_time(std::uint64_t postings) noexcept {
    return postings;
}
/// The time to look documents up in another list.
constexpr std::uint64_t questions_time(std::uint64_t questions) noexcept {
    return questions * 3 / 2;
}

/// The time to read the blocks of a leading list.
constexpr std::uint64_t blocks_time(std::uint64_t inside) noexcept {
    return (inside / format::block_postings + 1) * block_time + postings_time(inside);
}

/// The time to read rows from groups. Groups are read in the order of scores, so few of them are read if there are many
/// hits. `wanted`: the number of rows.
constexpr std::uint64_t groups_time(std::uint64_t groups, std::uint64_t inside, std::uint64_t wanted,
                                    std::uint64_t ranges) noexcept {
    const std::uint64_t touched = std::min(groups, 1 + wanted * groups / std::max<std::uint64_t>(inside, 1));
    return touched * ranges * group_seek_time;
}

/// The number of documents that are tested until `rows` rows are found. Assumes that half of the documents near a
/// circle lie in it.
constexpr std::uint64_t tested_for(std::uint64_t rows) noexcept {
    return rows * 2;
}

}  // namespace bizrec::search
