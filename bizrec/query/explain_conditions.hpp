#pragma once

#include <string>
#include <vector>

#include "bizrec/query/task.hpp"

namespace bizrec::search {

/// The conditions other than words and tags that a document fails, for explain(): place, bounds, exclusions, and a text
/// without words. `task` must have run.
std::vector<std::string> failed_conditions(const store::Generation& generation, const SearchQuery& query,
                                           const SearchTask& task, std::uint32_t docid);

}  // namespace bizrec::search
