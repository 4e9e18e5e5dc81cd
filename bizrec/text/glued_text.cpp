#include "bizrec/text/glued_text.hpp"

#include <algorithm>

#include "bizrec/text/number_words.hpp"
#include "bizrec/text/word_forms.hpp"

namespace bizrec::text {
namespace {

void glue_tokens(std::string_view utf8, GluedText& out) {
    out.written.clear();
    out.spoken.clear();
    out.tokens = 0;
    cut_tokens(utf8, out.cut);
    const auto& tokens = out.cut.list;
    bool has_and = false;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != Token::Kind::conjunction) {
            out.written += out.cut.view(tokens[i]);
            out.spoken += out.cut.view(tokens[i]);
            ++out.tokens;
        } else if (i > 0 && i + 1 < tokens.size()) {
            out.spoken += "and";
            has_and = true;
        }
    }
    if (!has_and) {
        out.spoken.clear();
    }
}

}  // namespace

std::uint32_t glue_words(const NumberWords& numbers, std::string_view whole_text_key, std::string& out) {
    out.clear();
    std::uint32_t count = 0;
    for (std::string_view words = whole_text_key; !words.empty(); ++count) {
        const std::size_t end = std::min(words.find(' '), words.size());
        const std::string_view word = words.substr(0, end);
        const std::string_view digits = numbers.digits_of(word);
        out += digits.empty() ? word : digits;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return count;
}

void glue(const NumberWords& numbers, std::string_view utf8, std::string_view whole_text_key, GluedText& out) {
    out.words = glue_words(numbers, whole_text_key, out.analysed);
    glue_tokens(utf8, out);
}

void glue(const WordForms& forms, const NumberWords& numbers, std::string_view utf8, GluedText& out) {
    analyse_query(forms, utf8, out.analysis);
    whole_text_key(forms, out.analysis, 0, out.analysis.words.size(), out.key);
    glue(numbers, utf8, out.key, out);
}

}  // namespace bizrec::text
