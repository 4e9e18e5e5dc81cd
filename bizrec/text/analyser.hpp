#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::text {

struct Tokens;
class WordForms;

/// Of the code: changes whenever the same text and the same word forms may give other words. An index whose builder had
/// another version is refused.
std::uint32_t analyser_version() noexcept;

enum class WordKind : std::uint8_t {
    plain,  ///< an ordinary word, or a bigram of a script that is written without spaces
    stop,   ///< a function word ("the", "of", "and"): only counts where a text has no plain word
    part,   ///< index only, next to the words that it is a part or the whole of; no part of the text's length
};

struct Word {
    std::uint32_t begin = 0;  ///< in AnalysedText::bytes
    std::uint32_t size = 0;
    WordKind kind = WordKind::plain;
};

/// The words of a text in their order. Reused from text to text.
struct AnalysedText {
    std::string bytes;
    std::vector<Word> words;

    std::string_view view(const Word& word) const noexcept { return {bytes.data() + word.begin, word.size}; }
};

/// One analyser for builder and server (docs/search.md, "How text becomes words"): fold() (NFKC, case, marks of Latin,
/// Greek and Cyrillic), one form of Han, kana, Arabic and Hebrew (script_forms.hpp), words of letters, marks and
/// digits, apostrophes dropped inside words, initials joined (U.S.A.
/// -> usa, AT&T -> att), `&` and `+` between words are "and", English plurals folded, words that are written in several
/// ways brought to one form, runs of Han, kana, Hangul, Thai and their like as bigrams; a run of one character stands
/// for itself.
///
/// `analyse_record`: what the index holds: also, as WordKind::part, every character of such runs, so that a query of
/// one character finds names that contain it, every letter of joined initials, and an elided word with its article
/// ("d'Orsay" -> orsay, dorsay), and words with hyphens between as one ("Coca-Cola" -> coca, cola, cocacola).
/// `analyse_query`: what is looked up; a stop word that is rather a state's code
/// ("Portland OR", "bangor me") is plain. All plain words of a query are words of the same text as a record.
/// Broken UTF-8 is read with U+FFFD, which is no letter. `out` is overwritten. No word is longer than 64 code points: a
/// longer run is cut, the rest dropped. Once warm nothing is allocated for ASCII.
/// `forms`: of the index that the words are for.
void analyse_record(const WordForms& forms, std::string_view utf8, AnalysedText& out);
void analyse_query(const WordForms& forms, std::string_view utf8, AnalysedText& out);
/// The same of a text that cut_tokens() has cut.
void analyse_record(const WordForms& forms, const Tokens& tokens, AnalysedText& out);

/// The words that stand for a text as a whole, joined by spaces: the plain ones, or all where there is no plain one.
/// [from, to) of `text.words`; parts are left out, and what may be a state's code counts as the stop word that it is.
/// `out` is overwritten; returns how many words it has.
std::uint32_t whole_text_key(const WordForms& forms, const AnalysedText& text, std::size_t from, std::size_t to,
                             std::string& out);

}  // namespace bizrec::text
