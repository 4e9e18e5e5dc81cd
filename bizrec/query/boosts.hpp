#pragma once

#include <cstdint>

#include "bizrec/query/filters.hpp"
#include "bizrec/query/query_context.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// More than the evidence of all words of a request together.
inline constexpr std::uint32_t preferred_evidence = 1U << 16;

/// Lifts documents that hold all of `words`, which are looked up, above all others.
void add_preference(const QueryWords& words, SearchFilters& filters, RankConditions& conditions);

/// Lifts those that hold a function word of the query, where it has other words too: "grill the" is rather "The Grill"
/// than "Beverly Grill". Where no record has all words, those that say little say something: three quarters of their
/// idf, whatever the field. `words` must live as long as the conditions.
void add_function_words(const QueryContext& context, const QueryWords& words, SearchFilters& filters,
                        RankConditions& conditions);

}  // namespace bizrec::search
