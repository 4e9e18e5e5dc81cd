#include "bizrec/query/indexed_words.hpp"

#include "bizrec/format/term_key.hpp"

namespace bizrec::search {

bool IndexedWords::find(const store::Generation& generation, const ClauseRule& rule, std::string_view written,
                        std::string& form) {
    text::analyse_query(generation.rules().words, written, text_);
    if (text_.words.size() != 1) {
        return false;
    }
    form = text_.view(text_.words.front());
    format::term_key(rule.words, form, key_);
    return generation.term(key_).count != 0;
}

}  // namespace bizrec::search
