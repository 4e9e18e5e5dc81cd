#pragma once

#include <string>
#include <vector>

#include "lmdb_builder/pull/pull_options.hpp"

namespace bizrec::builder {

/// Makes the index `to` from the index `base` and consecutive deltas. The result equals the publisher's signed file
/// byte for byte. Needs the memory and the processor time of a build, on one thread. Throws WrongBytes if the deltas do
/// not give that file on this machine, for any reason: the caller can fetch the packed file instead.
void apply_deltas_of_pull(const std::string& base, const std::vector<std::string>& deltas, const std::string& to,
                          const PullOptions& pull);

}  // namespace bizrec::builder
