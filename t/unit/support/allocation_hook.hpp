#pragma once

#include <cstdint>

/// The test binary's own operator new: counts allocations, and can make one of them fail.
namespace bizrec {

std::uint64_t allocations() noexcept;
/// Of all of them, freed or not.
std::uint64_t allocated_bytes() noexcept;                ///< so far
void fail_allocation(std::uint64_t countdown) noexcept;  ///< 0: the next one, once
/// Back to normal. True where the failure asked for has come to pass.
bool stop_failing() noexcept;

}  // namespace bizrec
