#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/text/analyser.hpp"
#include "bizrec/text/tokens.hpp"

namespace bizrec::text {

class NumberWords;
class WordForms;

/// A name without spaces, in two or three forms. One object is reused for many texts.
struct GluedText {
    std::string analysed;  ///< words of whole_text_key(), numbers in digits: "7-Eleven" and "seven eleven" are "711"
    std::string written;   ///< the folded words as written: "seveneleven", "barnesnoble"
    std::string spoken;    ///< `written` with "and" for "&" and "+" between words: "barnesandnoble"; "" without these
    std::uint32_t words = 0;   ///< the number of words in `analysed`
    std::uint32_t tokens = 0;  ///< the number of folded words; if 1, `written` is that word

    // Memory reused by glue().
    Tokens cut;
    AnalysedText analysis;
    std::string key;
};

/// Makes the forms of a text, in the same way in builder and server. Overwrites `out`. Once `out` is large enough,
/// allocates nothing for ASCII.
void glue(const WordForms& forms, const NumberWords& numbers, std::string_view utf8, GluedText& out);
/// Like the function above, for a text that cut_tokens() has cut and whose whole_text_key() is known.
void glue(const NumberWords& numbers, const Tokens& tokens, std::string_view whole_text_key, GluedText& out);

/// Makes only GluedText::analysed, from a whole_text_key(). Overwrites `out`; returns its number of words.
std::uint32_t glue_words(const NumberWords& numbers, std::string_view whole_text_key, std::string& out);

}  // namespace bizrec::text
