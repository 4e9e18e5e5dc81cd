#pragma once

#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

/// Builds one immutable index from the runs `options.inputs`, in any order. The result is identical to that of
/// build_index() with all their inputs, and so is the form of the summary. `options.suppress_path` and
/// `options.hashes_path` screen the records again, because runs may have been built without them.
/// `options.suffix_list_path` is ignored, because the runs contain the list; of `options.rule_folder` only
/// deletion_hashes.txt counts.
Result<BuildSummary> merge_runs(const BuildOptions& options, const BuildProgress& progress = {});

}  // namespace bizrec::builder
