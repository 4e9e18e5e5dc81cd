#pragma once

#include <string>
#include <vector>

namespace bizrec::builder {

/// Whether this program can apply deltas: only then are they fetched.
bool can_apply_deltas() noexcept;

/// Makes the index `to` of the index `base` and deltas that follow each other, each of them the file that the publisher
/// signed, byte by byte. Whoever calls checks what was made as if it had been fetched. Throws WrongBytes where the
/// deltas do not lead there on this machine, BuildFailure for its disk.
void apply_deltas_of_pull(const std::string& base, const std::vector<std::string>& deltas, const std::string& to,
                          const std::string& trust_path);

}  // namespace bizrec::builder
