#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "lmdb_builder/sorting/external_sorter.hpp"
#include "lmdb_builder/stages/build_index.hpp"

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

/// Limits of the sorters whose entries are whole documents. The total memory of each stage stays below --memory.
/// The fractions are parts of --memory:
///   reading  the records' arenas (2/3), batches (1/16)
///   merging  the records that stayed in memory (2/5) or the cursor's buffers (1/6), domains (1/4), batches
///   placing  records as in merging, the arenas of the placed documents (2/3 minus the memory of the records), batches
///   writing  the placed documents that stayed in memory (2/5) or the cursor's buffers, half of --memory for IndexStage
inline ExternalSorter::Limits document_limits(std::uint64_t memory_bytes, std::uint64_t arena_bytes, unsigned threads) {
    constexpr std::uint64_t min_run_buffer = 256U << 10;
    constexpr std::uint64_t max_fan_in = 512;
    ExternalSorter::Limits limits;
    limits.memory_bytes = arena_bytes;
    limits.lanes = threads;
    limits.kept_bytes = memory_bytes / 5 * 2;
    limits.fan_in = static_cast<unsigned>(
        std::clamp<std::uint64_t>(arena_bytes / 4 / min_run_buffer, ExternalSorter::default_fan_in, max_fan_in));
    return limits;
}

inline ExternalSorter::Limits record_limits(const BuildOptions& options, unsigned threads) {
    return document_limits(options.memory_bytes, options.memory_bytes / 3 * 2, threads);
}

/// The limits of the sorter of placed documents. `taken`: bytes of memory that the source of the records and a cursor
/// over it take.
inline ExternalSorter::Limits placed_limits(const BuildOptions& options, unsigned threads, std::uint64_t taken) {
    const std::uint64_t share = options.memory_bytes / 3 * 2;
    return document_limits(options.memory_bytes, std::max(share - std::min(share, taken), options.memory_bytes / 5),
                           threads);
}

}  // namespace bizrec::builder
