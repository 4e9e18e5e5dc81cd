#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/query/task.hpp"

namespace bizrec::search {

/// The conditions other than words and tags that a document fails, in words for a person: place, bounds, exclusions,
/// and a text without words. `task` must have run `query` on `generation`.
std::vector<std::string> failed_conditions(const store::Generation& generation, const SearchQuery& query,
                                           const SearchTask& task, std::uint32_t docid);

}  // namespace bizrec::search
