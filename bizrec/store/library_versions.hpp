#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bizrec::store {

/// The libraries that read index files and their JSON, as they are at run time where they tell: name, version.
std::vector<std::pair<std::string_view, std::string>> library_versions();

}  // namespace bizrec::store
