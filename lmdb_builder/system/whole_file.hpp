#pragma once

#include <string>

namespace bizrec::builder {

/// Reads a file into `out`. Returns false, with errno set and `out` empty, if it cannot be read.
bool read_whole_file(const std::string& path, std::string& out);

}  // namespace bizrec::builder
