#include "bizrec/query/function_words.hpp"

#include <algorithm>

#include "bizrec/format/term_key.hpp"

namespace bizrec::search {

void FunctionWords::add_boosts(const store::Generation& generation, const QueryWords& words, SearchFilters& filters,
                               RankConditions& conditions) {
    const text::AnalysedText& text = words.text_of(query_rule);
    const auto is_plain = [](const text::Word& word) { return word.kind == text::WordKind::plain; };
    if (words.typed().query.empty() || std::none_of(text.words.begin(), text.words.end(), is_plain)) {
        return;
    }
    for (const text::Word& word : text.words) {
        const std::string_view written = text.view(word);
        const auto is_same = [written](const SearchClause::Word& other) { return other.text == written; };
        if (is_plain(word) || std::any_of(words_.begin(), words_.end(), is_same)) {
            continue;
        }
        format::term_key(query_rule.words, written, key_);
        const format::KeyHash hash = format::hash_key(key_);
        words_.push_back({written, hash, generation.term(hash)});
        if (words_.back().lists.count != 0) {
            Boost& boost = filters.add_boost(conditions);
            boost.lists.assign(1, words_.back().lists);
            boost.evidence = stop_word_evidence(boost.lists.front());
        }
    }
}

}  // namespace bizrec::search
