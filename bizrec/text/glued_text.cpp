#include "bizrec/text/glued_text.hpp"

#include <algorithm>

#include "bizrec/text/number_words.hpp"
#include "bizrec/text/word_forms.hpp"

namespace bizrec::text {
namespace {

void glue_tokens(const Tokens& tokens, GluedText& out) {
    out.written.clear();
    out.spoken.clear();
    out.tokens = 0;
    const std::vector<Token>& list = tokens.list;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (list[i].kind != Token::Kind::conjunction) {
            out.written += tokens.view(list[i]);
            out.spoken += out.spoken.empty() ? std::string_view() : tokens.view(list[i]);
            ++out.tokens;
        } else if (i > 0 && i + 1 < list.size()) {
            out.spoken.append(out.spoken.empty() ? out.written : "").append("and");
        }
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

void glue(const NumberWords& numbers, const Tokens& tokens, std::string_view whole_text_key, GluedText& out) {
    out.words = glue_words(numbers, whole_text_key, out.analysed);
    glue_tokens(tokens, out);
}

void glue(const WordForms& forms, const NumberWords& numbers, std::string_view utf8, GluedText& out) {
    analyse_query(forms, utf8, out.analysis);
    whole_text_key(forms, out.analysis, 0, out.analysis.words.size(), out.key);
    cut_tokens(utf8, out.cut);
    glue(numbers, out.cut, out.key, out);
}

}  // namespace bizrec::text
