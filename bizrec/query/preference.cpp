#include "bizrec/query/preference.hpp"

namespace bizrec::search {

void add_preference(const QueryWords& words, SearchFilters& filters, RankConditions& conditions) {
    if (!words.any_found() || !words.is_complete()) {
        return;
    }
    Boost& boost = filters.add_boost(conditions);
    boost.lists.clear();
    for (const SearchClause* clause : {&words.query(), &words.store_name()}) {
        for (const SearchClause::Word& word : clause->words()) {
            boost.lists.push_back(word.lists);
        }
    }
    boost.evidence = preferred_evidence;
}

}  // namespace bizrec::search
