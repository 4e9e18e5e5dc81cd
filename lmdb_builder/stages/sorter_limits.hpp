#pragma once

#include <algorithm>
#include <cstdint>

#include "lmdb_builder/sorting/external_sorter.hpp"
#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

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
