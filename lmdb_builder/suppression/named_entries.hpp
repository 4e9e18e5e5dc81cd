#pragma once

#include <memory>
#include <vector>

#include "bizrec/store/generation.hpp"
#include "bizrec/store/suppression_list.hpp"
#include "lmdb_builder/suppression/change_list.hpp"

namespace bizrec::builder {

/// The entries that the options name, ascending, each once. Identifiers are looked up in `generation`, also in what its
/// list of suppressions hides. If it is null, there is no generation, so only ids can be named. Throws BuildFailure.
std::vector<store::SuppressionEntry> named_entries(const SuppressOptions& options,
                                                   const std::shared_ptr<const store::Generation>& generation);

}  // namespace bizrec::builder
