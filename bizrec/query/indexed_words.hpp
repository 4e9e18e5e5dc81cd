#pragma once

#include <string>
#include <string_view>

#include "bizrec/query/clause.hpp"
#include "bizrec/store/generation.hpp"
#include "bizrec/text/analyser.hpp"

namespace bizrec::search {

/// The form that the index has of a word that another reading writes differently: without a plural's ending, folded.
class IndexedWords {
public:
    /// False where `written` is not one word, or no record has that word. `form` is overwritten.
    bool find(const store::Generation& generation, const ClauseRule& rule, std::string_view written, std::string& form);

private:
    text::AnalysedText text_;
    std::string key_;
};

}  // namespace bizrec::search
