#include "bizrec/query/joined_words.hpp"

#include <algorithm>

namespace bizrec::search {

namespace {

/// Neighbours of each text that are looked up as one word.
constexpr std::size_t max_joins = 8;

}  // namespace

bool JoinedWords::read(const store::Generation& generation, const QueryWords& words, ReadingTrial& trial) {
    return join_neighbours(generation, words, query_rule, trial) ||
           join_neighbours(generation, words, store_name_rule, trial) ||
           join_function_words(generation, words, query_rule, trial) ||
           join_function_words(generation, words, store_name_rule, trial);
}

bool JoinedWords::join_neighbours(const store::Generation& generation, const QueryWords& words, const ClauseRule& rule,
                                  ReadingTrial& trial) {
    const WordSequence& typed = words.typed().of(rule);
    for (std::size_t i = 0; i + 1 < typed.size() && i < max_joins; ++i) {
        written_.assign(typed[i]).append(typed[i + 1]);
        if (try_written(generation, words, rule, i, 2, trial)) {
            return true;
        }
    }
    return false;
}

/// The function word is none of the words that are looked up: one of these is replaced.
bool JoinedWords::join_function_words(const store::Generation& generation, const QueryWords& words,
                                      const ClauseRule& rule, ReadingTrial& trial) {
    const std::size_t count = std::min(words.typed().of(rule).size(), max_joins);
    const text::AnalysedText& text = words.text_of(rule);
    const auto is_plain = [&text](std::size_t i) { return text.words[i].kind == text::WordKind::plain; };
    for (std::size_t i = 0, at = 0; at < count && i + 1 < text.words.size(); ++i) {
        if (is_plain(i) != is_plain(i + 1)) {
            written_.assign(text.view(text.words[i])).append(text.view(text.words[i + 1]));
            if (try_written(generation, words, rule, at, 1, trial)) {
                return true;
            }
        }
        at += is_plain(i) ? 1U : 0U;
    }
    return false;
}

/// Puts written_ in the place of `count` words from `at` on.
bool JoinedWords::try_written(const store::Generation& generation, const QueryWords& words, const ClauseRule& rule,
                              std::size_t at, std::size_t count, ReadingTrial& trial) {
    if (!indexed_words_.find(generation, rule, written_, joined_)) {
        return false;
    }
    reading_ = words.typed();
    WordSequence& sequence = reading_.of(rule);
    const auto place = sequence.begin() + static_cast<std::ptrdiff_t>(at);
    *place = joined_;
    sequence.erase(place + 1, place + static_cast<std::ptrdiff_t>(count));
    return trial.has_hit(reading_);
}

}  // namespace bizrec::search
