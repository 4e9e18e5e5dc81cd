#pragma once

#include <cstddef>
#include <vector>

#include "bizrec/store/generation.hpp"

/// Which of an index's pages stand in memory. Every function here works through its pages in small pieces: the kernel
/// holds the lock of the process's memory map for the length of a call, and a thread that wants memory meanwhile waits.
namespace bizrec::store {

/// Whole pages of a map.
struct PageRange {
    std::byte* begin = nullptr;
    std::size_t bytes = 0;
};

/// How much is asked of the kernel at once: some 2 ms where the pages are in the page cache.
inline constexpr std::size_t residency_step = std::size_t{4} << 20;

/// What searches and look-ups read at random: every section but `content`. In the order of the file, without overlaps.
std::vector<PageRange> hot_pages(const Generation& generation);
/// All of the file that the index's chunks span.
PageRange all_pages(const Generation& generation);

/// The next piece of a range, at most residency_step long, and the range without it.
PageRange take_piece(PageRange& range) noexcept;

/// Reads the pages and enters them into the page table (MADV_POPULATE_READ; before Linux 5.14 by reading one byte of
/// each). Returns 0 or an errno: EFAULT where the disk fails.
int populate(PageRange piece) noexcept;

/// Keeps the pages in memory until unlock() or the end of the map. Returns 0 or an errno: ENOMEM or EPERM where
/// RLIMIT_MEMLOCK does not allow it.
int lock(PageRange piece) noexcept;
int unlock(PageRange piece) noexcept;

/// Takes the pages out of the page table, not out of the page cache: what makes the end of a large map sudden.
void forget(PageRange piece) noexcept;

}  // namespace bizrec::store
