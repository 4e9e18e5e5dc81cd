#pragma once

#include <cstdint>

#include "bizrec/lookup/filters.hpp"
#include "bizrec/lookup/query_context.hpp"
#include "bizrec/lookup/query_words.hpp"
#include "bizrec/rank/rank.hpp"

namespace bizrec::search {

/// The evidence that add_preference() gives: more than the words of a request usually give together.
inline constexpr std::uint32_t preferred_evidence = 1U << 16;

/// Lifts documents that hold all of `words` above all others. The caller must have looked up `words`. Does nothing if
/// one of them does not exist.
void add_preference(const QueryWords& words, SearchFilters& filters, RankConditions& conditions);

/// Lifts documents that hold a function word of the query, if the query has other words too: "grill the" is rather "The
/// Grill" than "Beverly Grill". A function word gives three quarters of its idf, in whatever field it stands. `words`
/// must live as long as the conditions.
void add_function_words(const QueryContext& context, const QueryWords& words, SearchFilters& filters,
                        RankConditions& conditions);

}  // namespace bizrec::search
