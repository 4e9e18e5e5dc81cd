#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::text {

struct Tokens;
class WordForms;

/// The version of the analyser's code. Change it whenever the same text with the same word forms may give other words.
/// An index that was built with another version is refused.
std::uint32_t analyser_version() noexcept;

enum class WordKind : std::uint8_t {
    plain,  ///< an ordinary word, or a bigram of a script without spaces
    stop,   ///< a function word ("the", "of", "and"): counts only if a text has no plain word
    part,  ///< index only: a part of a word, or several words as one, in addition to those words; does not count in the
           ///< text's length
};

struct Word {
    std::uint32_t begin = 0;  ///< index of its first byte in AnalysedText::bytes
    std::uint32_t size = 0;
    WordKind kind = WordKind::plain;
};

/// The words of a text, in order. One object is reused for many texts.
struct AnalysedText {
    std::string bytes;
    std::vector<Word> words;

    std::string_view view(const Word& word) const noexcept { return {bytes.data() + word.begin, word.size}; }
};

/// The analyser of both builder and server (docs/search.md, "How text becomes words"). It applies fold() (NFKC, case,
/// marks of Latin, Greek and Cyrillic) and one form of Han, kana, Arabic and Hebrew (script_forms.hpp). Words consist
/// of letters, marks and digits. Apostrophes inside words are dropped. Initials are joined (U.S.A. -> usa, AT&T ->
/// att). `&` and `+` between words become "and". English plurals are folded. Words with several spellings get one form.
/// Runs of Han, kana, Hangul, Thai and similar scripts become bigrams; a run of one character is a word.
///
/// `analyse_record` gives the words that the index holds. It adds words of WordKind::part: every character of such
/// runs, so that a query of one character finds names that contain it; every letter of joined initials; an elided word
/// with its article ("d'Orsay" -> orsay, dorsay); and words joined by hyphens as one ("Coca-Cola" -> coca, cola,
/// cocacola).
///
/// `analyse_query` gives the words to look up. A stop word that is rather a state's code ("Portland OR", "bangor me")
/// is plain. Every plain word of a query is also a word of the same text as a record.
///
/// Broken UTF-8 is read as U+FFFD, which is no letter. Overwrites `out`. No word is longer than 64 code points: the
/// rest of a longer word is dropped. Once `out` is large enough, nothing is allocated for ASCII. `forms`: the word
/// forms of the index that the words are for.
void analyse_record(const WordForms& forms, std::string_view utf8, AnalysedText& out);
void analyse_query(const WordForms& forms, std::string_view utf8, AnalysedText& out);
/// Like analyse_record() above, for a text that cut_tokens() has cut.
void analyse_record(const WordForms& forms, const Tokens& tokens, AnalysedText& out);

/// The key by which whole texts are compared, such as names: the words of WordKind::plain, joined by spaces; if there
/// are none, all words. Words of WordKind::part are skipped. Reads [from, to) of `text.words`. A stop word that
/// may be a state's code is not plain here. Overwrites `out`; returns the number of words in it.
std::uint32_t whole_text_key(const WordForms& forms, const AnalysedText& text, std::size_t from, std::size_t to,
                             std::string& out);

}  // namespace bizrec::text
