#pragma once

#include "lmdb_builder/build/build_index.hpp"

namespace bizrec::builder {

/// Throws BuildFailure where an output of the options is also an input, or two outputs are one file: each would
/// silently replace the other. Not so of /dev/null and its like, which may take everything.
void refuse_output_conflicts(const BuildOptions& options);

}  // namespace bizrec::builder
