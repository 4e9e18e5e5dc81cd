#pragma once

#include <string>
#include <vector>

namespace bizrec::builder {

/// `trust`, `tables`: as in PullOptions. Makes the index `to` from the index `base` and consecutive deltas. The result
/// equals the publisher's signed file byte for byte. Needs the memory and the processor time of a build, on one thread.
/// Throws WrongBytes if the deltas do not give that file on this machine, for any reason: the caller can fetch the
/// packed file instead.
void apply_deltas_of_pull(const std::string& base, const std::vector<std::string>& deltas, const std::string& to,
                          const std::string& trust_path, const std::string& tables);

}  // namespace bizrec::builder
