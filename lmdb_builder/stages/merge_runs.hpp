#pragma once

#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

/// Builds one immutable index from the runs `options.inputs`, in any order: the very one that build_index() would make
/// of all their inputs. The summary is build_index()'s, too. `options.suppress_path` screens the
/// records once more: those of runs that were built without that list. `options.suffix_list_path` has no meaning here:
/// the list comes with the runs.
Result<BuildSummary> merge_runs(const BuildOptions& options, const BuildProgress& progress = {});

}  // namespace bizrec::builder
