#pragma once

#include <string>
#include <vector>

namespace bizrec::builder {

/// Throws BuildFailure where one of the outputs (empty: none is asked for) is also an input, or two outputs are one
/// file: each would silently replace the other. Not so of /dev/null and its like, which may take everything.
void refuse_output_conflicts(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs);

}  // namespace bizrec::builder
