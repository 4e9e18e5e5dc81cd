#pragma once

#include <cstdint>

/// The test binary's own operator new. It counts allocations and can make one of them fail.
namespace bizrec {

std::uint64_t allocations() noexcept;
/// The sum of all allocations so far, freed or not.
std::uint64_t allocated_bytes() noexcept;
/// Makes one allocation fail, after `countdown` others.
void fail_allocation(std::uint64_t countdown) noexcept;
/// Stops failing. True if the requested failure has happened.
bool stop_failing() noexcept;

}  // namespace bizrec
