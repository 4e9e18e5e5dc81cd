#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bizrec::store {

/// Names and versions of the libraries that read index files and their JSON; the run-time version if the library tells
/// it.
std::vector<std::pair<std::string_view, std::string>> library_versions();

}  // namespace bizrec::store
