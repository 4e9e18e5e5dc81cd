#pragma once

#include <cstdint>

#include "bizrec/place/position.hpp"

namespace bizrec::place {

/// The index of the cell (x, y) along the two-dimensional Hilbert curve of `order` (1..32) bits per axis. x and y must
/// be below 2^order. Skilling, "Programming the Hilbert curve", AIP Conf. Proc. 707 (2004). A bijection onto 0..4^order
/// − 1; neighbours along the curve are neighbours in the plane.
std::uint64_t hilbert_cell(std::uint32_t x, std::uint32_t y, unsigned order) noexcept;

/// The index along a Hilbert curve of order 32 over (longitude, latitude) (Hilbert 1891; the iterative algorithm of
/// Skilling, "Programming the Hilbert curve", 2004). A missing position has the greatest value.
std::uint64_t hilbert_index(Position position) noexcept;

}  // namespace bizrec::place
