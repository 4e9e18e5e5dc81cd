#pragma once

#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

/// Reads the share `options.shard` of the inputs' records and writes its winners as one run (docs/run-format.md) to
/// `options.output`, for merge_runs(). Counts are of that share. On failure or interruption the output is as it was.
/// Of the summary: read, kept, replaced, rejected, run_bytes, seconds, peak_memory_bytes.
Result<BuildSummary> build_run(const BuildOptions& options, const BuildProgress& progress = {});

}  // namespace bizrec::builder
