#pragma once

#include <string>
#include <vector>

#include "bench/load/options.hpp"

namespace bizrec::bench {

/// One complete HTTP/1.1 request for each line of the bodies file. Empty if the file cannot be read.
std::vector<std::string> prepare_requests(const LoadOptions& options);

}  // namespace bizrec::bench
