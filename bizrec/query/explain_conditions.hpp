#pragma once

#include <string>
#include <vector>

#include "bizrec/query/task.hpp"

namespace bizrec::search {

/// Which conditions other than words and tags a document fails, for explain(): place, bounds, exclusions; a text
/// without a word. `task` has run.
std::vector<std::string> failed_conditions(const store::Generation& generation, const SearchQuery& query,
                                           const SearchTask& task, std::uint32_t docid);

}  // namespace bizrec::search
