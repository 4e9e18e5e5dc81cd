#pragma once

#include <string>

namespace bizrec::builder {

/// Reads a small file. Returns false, with errno set, if it cannot be read; `out` is then empty.
bool read_whole_file(const std::string& path, std::string& out);

}  // namespace bizrec::builder
