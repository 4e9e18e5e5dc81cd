#pragma once

#include <string>
#include <vector>

namespace bizrec::builder {

/// Throws BuildFailure if one of the outputs ("" stands for none) is also an input, or if two outputs are the same
/// file: one would silently replace the other. Devices such as /dev/null are exempt.
void refuse_output_conflicts(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs);

}  // namespace bizrec::builder
