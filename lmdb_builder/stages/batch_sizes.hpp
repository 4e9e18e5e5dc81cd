#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace bizrec::builder {

/// The amount of input that a stage with several threads holds at once.
struct BatchSizes {
    std::size_t batch_bytes = 0;
    std::size_t in_flight = 0;  ///< maximum number of batches at once
};

/// All batches together take at most a sixteenth of the memory (more only if that is not enough for `min_in_flight`
/// batches of `min_batch` bytes). A batch is large enough that passing it to another thread costs little compared with
/// its work. There are at least two batches for each thread, so that some threads continue while others write sorted
/// entries to disk.
inline BatchSizes batch_sizes(std::uint64_t memory_bytes, unsigned threads) noexcept {
    constexpr std::uint64_t min_batch = 16U << 10, max_batch = 256U << 10, max_in_flight = 256;
    const std::uint64_t share = memory_bytes / 16;
    const std::uint64_t min_in_flight = 2ULL * threads;
    BatchSizes sizes;
    sizes.batch_bytes = static_cast<std::size_t>(std::clamp(share / (2 * min_in_flight), min_batch, max_batch));
    sizes.in_flight = static_cast<std::size_t>(
        std::clamp(share / sizes.batch_bytes, min_in_flight, std::max(min_in_flight, max_in_flight)));
    return sizes;
}

}  // namespace bizrec::builder
