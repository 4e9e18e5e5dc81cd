#pragma once

#include "bizrec/query/filters.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// More than the evidence of all words of a request together.
inline constexpr std::uint32_t preferred_evidence = 1U << 16;

/// Lifts documents that hold all of `words`, which are looked up, above all others.
void add_preference(const QueryWords& words, SearchFilters& filters, RankConditions& conditions);

}  // namespace bizrec::search
