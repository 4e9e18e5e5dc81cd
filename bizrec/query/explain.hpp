#pragma once

#include <string>

#include "bizrec/query/search.hpp"

namespace bizrec::search {

/// The score of one document for a request, part by part, as a text for a person: which reading, which word gave what
/// by which list, whole-name and label evidence, boosts, quality; or which condition it fails. `docid` < documents().
/// With the server's limits the reading is the server's.
std::string explain(const store::Generation& generation, const SearchQuery& query, std::uint32_t docid,
                    const ReadingLimits& limits = {});

}  // namespace bizrec::search
