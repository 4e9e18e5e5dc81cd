#pragma once

#include <string>

namespace bizrec::builder {

/// The bytes of a small file. False, with errno set, where it cannot be read; `out` is then empty.
bool read_whole_file(const std::string& path, std::string& out);

}  // namespace bizrec::builder
