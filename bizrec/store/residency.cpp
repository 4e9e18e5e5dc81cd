#include "bizrec/store/residency.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif

namespace bizrec::store {
namespace {

constexpr std::size_t page = format::page_bytes;

PageRange pages_of(const Generation::Chunk& chunk) noexcept {
    const std::size_t into_page = reinterpret_cast<std::uintptr_t>(chunk.bytes) % page;
    const std::size_t bytes = (into_page + chunk.size + page - 1) / page * page;
    // The map is read-only; madvise() and mlock() want the pointer without const.
    return {const_cast<std::byte*>(chunk.bytes) - into_page, bytes};
}

void append_pages(const Generation& generation, format::Section section, std::vector<PageRange>& ranges) {
    for (const Generation::Chunk& chunk : generation.chunks(section)) {
        ranges.push_back(pages_of(chunk));
    }
}

void merge_neighbours(std::vector<PageRange>& ranges) {
    std::sort(ranges.begin(), ranges.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
    std::size_t kept = 0;
    for (const PageRange& range : ranges) {
        if (kept != 0 && range.begin <= ranges[kept - 1].begin + ranges[kept - 1].bytes) {
            PageRange& last = ranges[kept - 1];
            const auto reach = static_cast<std::size_t>(range.begin - last.begin) + range.bytes;
            last.bytes = std::max(last.bytes, reach);
        } else {
            ranges[kept++] = range;
        }
    }
    ranges.resize(kept);
}

int touch(PageRange piece) noexcept {
    for (std::size_t at = 0; at < piece.bytes; at += page) {
        (void)*static_cast<const volatile std::byte*>(piece.begin + at);
    }
    return 0;
}

}  // namespace

std::vector<PageRange> hot_pages(const Generation& generation) {
    std::vector<PageRange> ranges;
    for (std::size_t i = 1; i <= format::section_count; ++i) {
        if (const auto section = static_cast<format::Section>(i); section != format::Section::content) {
            append_pages(generation, section, ranges);
        }
    }
    merge_neighbours(ranges);
    return ranges;
}

PageRange all_pages(const Generation& generation) {
    std::byte* begin = nullptr;
    std::byte* end = nullptr;
    for (std::size_t i = 1; i <= format::section_count; ++i) {
        for (const Generation::Chunk& chunk : generation.chunks(static_cast<format::Section>(i))) {
            const PageRange pages = pages_of(chunk);
            begin = begin == nullptr ? pages.begin : std::min(begin, pages.begin);
            end = std::max(end, pages.begin + pages.bytes);
        }
    }
    return {begin, static_cast<std::size_t>(end - begin)};
}

PageRange take_piece(PageRange& range) noexcept {
    const PageRange piece{range.begin, std::min(range.bytes, residency_step)};
    range.begin += piece.bytes;
    range.bytes -= piece.bytes;
    return piece;
}

int populate(PageRange piece) noexcept {
    if (::madvise(piece.begin, piece.bytes, MADV_POPULATE_READ) == 0) {
        return 0;
    }
    return errno == EINVAL ? touch(piece) : errno;
}

int lock(PageRange piece) noexcept {
    return ::mlock(piece.begin, piece.bytes) == 0 ? 0 : errno;
}

int unlock(PageRange piece) noexcept {
    return ::munlock(piece.begin, piece.bytes) == 0 ? 0 : errno;
}

void forget(PageRange piece) noexcept {
    (void)::madvise(piece.begin, piece.bytes, MADV_DONTNEED);
}

}  // namespace bizrec::store
