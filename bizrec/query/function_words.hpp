#pragma once

#include <string>
#include <vector>

#include "bizrec/query/clause.hpp"
#include "bizrec/query/filters.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// Function words of the query in the last reading. "grill the" is rather "The Grill" than "Beverly Grill": where no
/// record has all words, those that say little say something.
class FunctionWords {
public:
    void clear() { words_.clear(); }
    /// Adds a boost for each that exists, where the query has other words too.
    void add_boosts(const store::Generation& generation, const QueryWords& words, SearchFilters& filters,
                    RankConditions& conditions);

    /// Those that were added, and those that exist nowhere.
    const std::vector<SearchClause::Word>& words() const noexcept { return words_; }

private:
    std::vector<SearchClause::Word> words_;
    std::string key_;
};

}  // namespace bizrec::search
