#pragma once

#include <cstdint>
#include <vector>

namespace bizrec::place {

/// Docids begin..end-1.
struct Range {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool operator==(const Range& other) const noexcept { return begin == other.begin && end == other.end; }
};

/// Ascending, disjoint, non-empty, non-adjacent.
using Ranges = std::vector<Range>;

/// Sorts the ranges, drops empty ones, and joins overlapping and adjacent ones.
void normalise(Ranges& ranges);

std::uint64_t documents_in(const Ranges& ranges) noexcept;

/// The docids in both. Overwrites `out`. Inputs must be normalised.
void intersect(const Ranges& a, const Ranges& b, Ranges& out);

/// The docids in `a` and not in `b`. Overwrites `out`. Inputs must be normalised.
void subtract(const Ranges& a, const Ranges& b, Ranges& out);

}  // namespace bizrec::place
