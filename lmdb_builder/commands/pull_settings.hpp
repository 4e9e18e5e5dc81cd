#pragma once

#include "lmdb_builder/pull/pull_options.hpp"

namespace bizrec::builder {

/// The options as BIZREC_SOURCE, BIZREC_ROOT, BIZREC_TRUST, BIZREC_KEEP, … of the environment say. Throws BuildFailure.
PullOptions pull_options_of_environment();

}  // namespace bizrec::builder
