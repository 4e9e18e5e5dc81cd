#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Keys of the `terms` key table: one byte for the kind of list, then the word or words.
namespace bizrec::format {

enum class TermKind : char {
    written_name = '=',  ///< a name of one word, as written; builder only, see format/glued_names.hpp
    everything = 'a',    ///< the key is only "a": every document, impact 1
    glued_name = 'g',    ///< a form of a name in text::GluedText; builder only
    glued_label = 'h',   ///< GluedText::written of a label, if it differs from GluedText::analysed; builder only
    label = 'l',         ///< whole_text_key() of a category label or tag; impact 1
    name_word = 'n',     ///< a word in a name, for `store_name`
    pair = 'p',          ///< two words that often occur together: format/pair_list.hpp
    word = 'w',          ///< a word in any field
    whole_name = 'x',    ///< whole_text_key() of a name of two words or more; impact 1
};

/// Kinds for which the builder counts documents but writes no list.
constexpr bool is_glued(TermKind kind) noexcept {
    return kind == TermKind::written_name || kind == TermKind::glued_name || kind == TermKind::glued_label;
}

/// Overwrites `out`.
inline void term_key(TermKind kind, std::string_view text, std::string& out) {
    out.clear();
    out += static_cast<char>(kind);
    out += text;
}

}  // namespace bizrec::format
