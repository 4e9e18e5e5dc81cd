#pragma once

#include <string>
#include <vector>

namespace bizrec::builder {

/// Makes the index `to` of the index `base` and deltas that follow each other: the file that the publisher signed, byte
/// by byte. It takes the memory and the processor time of a build, on one thread. Throws WrongBytes where the deltas do
/// not lead there on this machine, for whatever reason: the packed file is another way.
void apply_deltas_of_pull(const std::string& base, const std::vector<std::string>& deltas, const std::string& to,
                          const std::string& trust_path);

}  // namespace bizrec::builder
