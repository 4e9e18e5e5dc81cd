#pragma once

#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

/// Builds one immutable index from the runs `options.inputs`, in any order. The result is identical to that of
/// build_index() with all their inputs, and so is the form of the summary. `options.suppress_path` screens the records
/// again, because runs may have been built without that list. `options.suffix_list_path` is ignored, because the runs
/// contain the list.
Result<BuildSummary> merge_runs(const BuildOptions& options, const BuildProgress& progress = {});

}  // namespace bizrec::builder
