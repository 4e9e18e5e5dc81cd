#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "bizrec/query/indexed_words.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/query/reading_trial.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// Readings with two neighbours written as one word that exists: "star bucks". First neighbours among the words that
/// are looked up, then a word and a function word: "com munity".
class JoinedWords {
public:
    /// True where `trial` has a hit.
    bool read(const store::Generation& generation, const QueryWords& words, ReadingTrial& trial);

private:
    bool join_neighbours(const store::Generation& generation, const QueryWords& words, const ClauseRule& rule,
                         ReadingTrial& trial);
    bool join_function_words(const store::Generation& generation, const QueryWords& words, const ClauseRule& rule,
                             ReadingTrial& trial);
    bool try_written(const store::Generation& generation, const QueryWords& words, const ClauseRule& rule,
                     std::size_t at, std::size_t count, ReadingTrial& trial);

    IndexedWords indexed_words_;
    TypedWords reading_;
    std::string written_, joined_;
};

}  // namespace bizrec::search
