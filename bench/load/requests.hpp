#pragma once

#include <string>
#include <vector>

#include "bench/load/options.hpp"

namespace bizrec::bench {

/// One whole HTTP/1.1 request for each line of the bodies file, ready to be sent. Empty where the file cannot be read.
std::vector<std::string> prepare_requests(const LoadOptions& options);

}  // namespace bizrec::bench
