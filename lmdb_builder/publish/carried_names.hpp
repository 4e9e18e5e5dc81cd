#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/publish/history.hpp"

/// Files whose name contains the name of a generation: an index and all files that belong to it.
namespace bizrec::builder {

/// The generations in a file's name: one in "GENERATION.…", two in "OLD-NEW.…", otherwise none. A dot in front of the
/// name is skipped.
Generations generations_in_name(std::string_view name);

/// Names in a folder, sorted, without "." and "..". Throws BuildFailure.
std::vector<std::string> sorted_names_in(const std::string& folder);

}  // namespace bizrec::builder
