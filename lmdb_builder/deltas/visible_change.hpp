#pragma once

#include <string>

#include "bizrec/store/suppression_list.hpp"
#include "lmdb_builder/deltas/delta_file.hpp"

namespace bizrec::builder {

/// Cuts what a list suppresses out of a change of a delta: parts of the record, and the pointers to them. Returns false
/// if nothing of the change may be shown. `target`: the generation to which the delta leads.
bool make_visible(const store::SuppressionList& list, const std::string& target, DeltaChange& change);

}  // namespace bizrec::builder
