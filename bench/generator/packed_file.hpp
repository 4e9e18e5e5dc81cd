#pragma once

#include <string>
#include <vector>

#include "bizrec/base/result.hpp"

namespace bizrec::generator {

/// The lines of a file, plain or packed with gzip, whole in memory.
Result<std::vector<std::string>> read_lines(const std::string& path);

/// Writes `text` to `path`, packed with gzip where the name ends in ".gz", to standard output for "-". The file is
/// there whole or as it was before: it is renamed from `path`.tmp.
Status write_file(const std::string& path, const std::string& text);

}  // namespace bizrec::generator
