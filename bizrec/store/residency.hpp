#pragma once

#include <cstddef>
#include <vector>

#include "bizrec/store/generation.hpp"

/// Controls which pages of an index are in memory. Callers pass small pieces: during each call the kernel locks the
/// process's memory map, and other threads that need memory wait.
namespace bizrec::store {

/// A range of whole pages of a map.
struct PageRange {
    std::byte* begin = nullptr;
    std::size_t bytes = 0;
};

/// Bytes per call to the kernel: about 2 ms if the pages are in the page cache.
inline constexpr std::size_t residency_step = std::size_t{4} << 20;

/// The pages that searches and look-ups read at random: every section except `content`. In the order of the file,
/// without overlaps.
std::vector<PageRange> hot_pages(const Generation& generation);
/// The pages of all chunks, from the first to the last.
PageRange all_pages(const Generation& generation);

/// Removes the next piece, at most residency_step long, from the range and returns it.
PageRange take_piece(PageRange& range) noexcept;

/// Reads the pages and maps them (MADV_POPULATE_READ; before Linux 5.14, reads one byte of each). Returns 0 or an
/// errno: EFAULT if the disk fails.
int populate(PageRange piece) noexcept;

/// Keeps the pages in memory until unlock() or until the map ends. Returns 0 or an errno: ENOMEM or EPERM if
/// RLIMIT_MEMLOCK does not allow it.
int lock(PageRange piece) noexcept;
int unlock(PageRange piece) noexcept;

/// Unmaps the pages from this process but leaves them in the page cache, so that the later munmap() of a large file is
/// short.
void forget(PageRange piece) noexcept;

}  // namespace bizrec::store
