#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "bizrec/text/analyser.hpp"
#include "bizrec/text/tokens.hpp"

namespace bizrec::text {

class NumberWords;
class WordForms;

/// A name without spaces, in two forms or three, reused from text to text.
struct GluedText {
    std::string analysed;     ///< words of whole_text_key(), numbers in digits: "7-Eleven" and "seven eleven" are "711"
    std::string written;      ///< folded words as they stand: "seveneleven", "barnesnoble"
    std::string spoken;       ///< where "&" stands between: the same with "and": "barnesandnoble"; else ""
    std::uint32_t words = 0;  ///< in `analysed`
    std::uint32_t tokens = 0;  ///< folded words; where it is one, `written` is that word

    // Memory of glue().
    Tokens cut;
    AnalysedText analysis;
    std::string key;
};

/// One function for builder and server. `out` is overwritten; allocates nothing once warm for ASCII.
void glue(const WordForms& forms, const NumberWords& numbers, std::string_view utf8, GluedText& out);
/// The same of a text that cut_tokens() has cut, and whose whole_text_key() is known.
void glue(const NumberWords& numbers, const Tokens& tokens, std::string_view whole_text_key, GluedText& out);

/// GluedText::analysed alone, of a whole_text_key(); returns how many words it has. `out` is overwritten.
std::uint32_t glue_words(const NumberWords& numbers, std::string_view whole_text_key, std::string& out);

}  // namespace bizrec::text
