#pragma once

#include <string>

#include "bizrec/query/corrections.hpp"
#include "bizrec/query/indexed_words.hpp"
#include "bizrec/query/query_words.hpp"
#include "bizrec/query/reading_trial.hpp"
#include "bizrec/store/generation.hpp"

namespace bizrec::search {

/// Readings with one word written as two words that exist: "goldenanchor".
class SplitWord {
public:
    /// Cuts corrections.word_to_cut(). True where `trial` has a hit.
    bool read(const store::Generation& generation, const QueryWords& words, const Corrections& corrections,
              ReadingTrial& trial);

private:
    IndexedWords indexed_words_;
    TypedWords reading_;
    std::string halves_[2];
};

}  // namespace bizrec::search
