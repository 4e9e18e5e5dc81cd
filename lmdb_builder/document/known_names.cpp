#include "lmdb_builder/document/known_names.hpp"

#include "lmdb_builder/memory/string_table.hpp"

namespace bizrec::builder {

const KnownName& KnownNames::look_up(std::string_view name) {
    const bool is_long = name.size() > max_kept;
    KnownName& known = is_long ? long_ : known_[StringTable::hash(name) & (slots - 1)];
    if (is_long || known.name != name || name.empty()) {
        analyse(name, known);
    }
    return known;
}

void KnownNames::analyse(std::string_view name, KnownName& known) {
    known.name.assign(name);
    text::cut_tokens(name, tokens_);
    text::analyse_record(*forms_, tokens_, known.text);
    known.words = text::whole_text_key(*forms_, known.text, 0, known.text.words.size(), known.key);
    text::glue(*numbers_, tokens_, known.key, glued_);
    known.analysed.assign(glued_.analysed);
    known.spoken.assign(glued_.spoken);
    known.written.assign(glued_.written == glued_.analysed ? "" : glued_.written);
    known.is_one_token = glued_.tokens == 1;
}

}  // namespace bizrec::builder
