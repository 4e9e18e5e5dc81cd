#pragma once

#include "lmdb_builder/pull/pull_options.hpp"

namespace bizrec::builder {

/// Reads the options from the environment: BIZREC_SOURCE, BIZREC_ROOT, BIZREC_TRUST, BIZREC_KEEP, … Throws
/// BuildFailure.
PullOptions pull_options_of_environment();

}  // namespace bizrec::builder
