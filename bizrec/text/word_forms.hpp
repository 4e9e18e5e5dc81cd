#pragma once

#include <string_view>

namespace bizrec::text {

/// What the tables (data/stop_words.inc, data/word_forms.inc) say of a folded word.
struct WordForm {
    std::string_view word;  ///< the form that stands for all; empty where the tables do not know the word
    bool is_stop = false;
};

/// A few nanoseconds.
WordForm find_word_form(std::string_view word) noexcept;

/// A stop word of two letters that is also the code of a state of the US or a province of Canada.
bool may_be_state_code(std::string_view word) noexcept;

/// "d'", "l'", "dell'": what French and Italian put before a word, with an apostrophe between.
bool is_elided_word(std::string_view word) noexcept;

}  // namespace bizrec::text
