#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/api/searched_texts.hpp"
#include "bizrec/text/analyser.hpp"
#include "bizrec/text/word_forms.hpp"

namespace bizrec::api {

/// The parts of a record that a search has found, in the record's spelling: "Joe's Coffee" for "joes coffe". Names come
/// first, then categories and tags, then the place. Other names, the street and the other texts are used only if these
/// lack a searched word. If no text has a searched word, because another form of a name matched ("moskva" for
/// "Москва"), the highlight is the name. One object is reused from row to row.
class Highlights {
public:
    static constexpr std::size_t at_most = 8;  ///< maximum highlights of a row

    /// `words`: the words searched for, in the analyser's form; `tags`: in the request's form. `forms` and the bytes of
    /// `words` must live as long as append() is called.
    void begin(const text::WordForms& forms, const std::vector<std::string_view>& words,
               const std::vector<std::string>& tags);

    /// Appends a JSON array of strings without duplicates. `record`: minified JSON; it may be a part of `out`. Bytes
    /// that are not a record have no highlights.
    void append(std::string_view record, std::string& out);

private:
    void find_in(SearchedTexts::Kind kind);
    void find_in(std::string_view text);
    void find_label(std::string_view label);
    bool has_word(std::string_view text);
    void find_pieces(std::string_view text);
    void add(std::string_view text);
    bool is_done() const noexcept { return found_.size() == at_most; }
    bool found_all_words() const noexcept;

    const text::WordForms* forms_ = nullptr;
    std::vector<std::string_view> words_;
    std::vector<std::string> tags_;     // whole text keys of the request's tags
    std::vector<std::uint8_t> is_met_;  // for each of words_: whether this row has it
    SearchedTexts texts_;
    std::vector<std::string_view> found_;
    text::AnalysedText analysed_;
};

}  // namespace bizrec::api
