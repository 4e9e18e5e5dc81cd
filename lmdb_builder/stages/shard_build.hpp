#pragma once

#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

/// Reads the share `options.shard` of the inputs' records and writes its winners as one run (docs/run-format.md) to
/// `options.output`, for merge_runs(). The counts cover that share. After a failure or interruption the output is
/// unchanged. Sets these members of the summary: read, kept, replaced, rejected, run_bytes, seconds, peak_memory_bytes.
Result<BuildSummary> build_run(const BuildOptions& options, const BuildProgress& progress = {});

}  // namespace bizrec::builder
