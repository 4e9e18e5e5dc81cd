#pragma once

#include <cstdint>

/// The test binary's own operator new. It counts allocations and can make one of them fail.
namespace bizrec {

std::uint64_t allocations() noexcept;
/// Sum over all allocations, freed or not.
std::uint64_t allocated_bytes() noexcept;                ///< so far
void fail_allocation(std::uint64_t countdown) noexcept;  ///< 0: the next one, once
/// Stops failing. True if the requested failure has happened.
bool stop_failing() noexcept;

}  // namespace bizrec
