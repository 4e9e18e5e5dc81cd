#include "bizrec/lookup/boosts.hpp"

#include <algorithm>

#include "bizrec/format/term_key.hpp"

namespace bizrec::search {

void add_preference(const QueryWords& words, SearchFilters& filters, RankConditions& conditions) {
    if (!words.any_found() || !words.is_complete()) {
        return;
    }
    Boost& boost = filters.add_boost(conditions, BoostReason::likeliest_words, {});
    for (const SearchClause* clause : words.clauses()) {
        for (const SearchClause::Word& word : clause->words()) {
            boost.lists.push_back(word.lists);
        }
    }
    boost.evidence = preferred_evidence;
}

void add_function_words(const QueryContext& context, const QueryWords& words, SearchFilters& filters,
                        RankConditions& conditions) {
    const text::AnalysedText& text = words.text_of(query_rule);
    const auto is_plain = [](const text::Word& word) { return word.kind == text::WordKind::plain; };
    if (words.typed().query.empty() || std::none_of(text.words.begin(), text.words.end(), is_plain)) {
        return;
    }
    std::string key;
    for (auto word = text.words.begin(); word != text.words.end(); ++word) {
        const std::string_view written = text.view(*word);
        const auto is_same = [&](const text::Word& other) { return !is_plain(other) && text.view(other) == written; };
        if (is_plain(*word) || std::any_of(text.words.begin(), word, is_same)) {
            continue;
        }
        format::term_key(query_rule.words, written, key);
        const format::TermLists lists = context->term(key);
        if (lists.count != 0) {
            Boost& boost = filters.add_boost(conditions, BoostReason::function_word, written);
            boost.lists.push_back(lists);
            boost.evidence = std::max(1U, lists.idf_sixteenths * 3U / 64U);
        }
    }
}

}  // namespace bizrec::search
