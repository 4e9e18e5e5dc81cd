#include "bizrec/api/row_explanation.hpp"

#include <algorithm>
#include <memory>

#include "bizrec/api/searched_texts.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/text/analyser.hpp"

namespace bizrec::api {
namespace {

constexpr std::size_t longest_quote = 120;  // bytes: a description is not repeated in each line

/// Finds the words of one record.
class WordFinder {
public:
    WordFinder(const store::Generation& generation, std::uint32_t docid) : forms_(generation.rules().words) {
        std::string row;
        if (generation.append_row_head(docid, row)) {
            texts_.read(std::string_view(row).substr(format::row_content_offset));
        }
    }

    /// The index keeps no trace of the text that a form or a name of a place was made from.
    std::string where(std::string_view word) {
        for (const auto kind : {SearchedTexts::names, SearchedTexts::labels, SearchedTexts::place,
                                SearchedTexts::other_names, SearchedTexts::street, SearchedTexts::texts}) {
            for (const SearchedText& each : texts_.of(kind)) {
                if (has_word(each.text, word)) {
                    const std::string field = "in " + std::string(each.field);
                    return each.text.size() > longest_quote ? field : field + " \"" + std::string(each.text) + '"';
                }
            }
        }
        return "another form of a name or of its place";
    }

private:
    bool has_word(std::string_view text, std::string_view word) {
        text::analyse_record(forms_, text, analysed_);
        return std::any_of(analysed_.words.begin(), analysed_.words.end(),
                           [&](const text::Word& each) { return analysed_.view(each) == word; });
    }

    const text::WordForms& forms_;
    SearchedTexts texts_;
    text::AnalysedText analysed_;
};

}  // namespace

search::LocateWord word_locator(const store::Generation& generation, std::uint32_t docid) {
    const auto finder = std::make_shared<WordFinder>(generation, docid);  // a std::function is copied
    return [finder](std::string_view word) { return finder->where(word); };
}

void append_explanation(std::string& out, const store::Generation& generation, const search::Explanation& explanation,
                        std::uint32_t docid) {
    out += ",\"explain\":";
    char separator = '[';
    for (const std::string& part : explanation.parts(docid, word_locator(generation, docid))) {
        out += separator;
        append_json_string(out, part);
        separator = ',';
    }
    out += ']';
}

}  // namespace bizrec::api
