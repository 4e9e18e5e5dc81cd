#pragma once

#include <cstddef>
#include <string>

#include "bizrec/base/result.hpp"

namespace bizrec::store {

/// The bytes of a regular file of 1 to `limit` bytes, whole. `missing` ends the message where there is none: what to
/// do.
Result<std::string> read_small_file(const std::string& path, std::size_t limit, const std::string& missing);

}  // namespace bizrec::store
