#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/publish/history.hpp"

/// Files that carry the name of a generation, whatever they are: an index and all that goes with it.
namespace bizrec::builder {

/// The generations that a file's name carries: of "GENERATION.…" one, of "OLD-NEW.…" two, also behind a dot; else none.
Generations generations_in_name(std::string_view name);

/// Names in a folder, sorted, without "." and "..". Throws BuildFailure.
std::vector<std::string> sorted_names_in(const std::string& folder);

}  // namespace bizrec::builder
