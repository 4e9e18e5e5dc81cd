#pragma once

#include <cstddef>
#include <string>

#include "bizrec/base/result.hpp"

namespace bizrec::store {

/// Reads a regular file of 1 to `limit` bytes completely. `missing`: advice that ends the message if there is no file.
Result<std::string> read_small_file(const std::string& path, std::size_t limit, const std::string& missing);

}  // namespace bizrec::store
