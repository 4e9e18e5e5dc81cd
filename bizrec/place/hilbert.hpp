#pragma once

#include <cstdint>

namespace bizrec::place {

/// Index of the cell (x, y) along the two-dimensional Hilbert curve of `order` (1..32) bits an axis; x and y below
/// 2^order. Skilling, "Programming the Hilbert curve", AIP Conf. Proc. 707 (2004). A bijection onto 0..4^order − 1 in
/// which neighbours along the curve are neighbours in the plane.
std::uint64_t hilbert_cell(std::uint32_t x, std::uint32_t y, unsigned order) noexcept;

}  // namespace bizrec::place
