#include "bizrec/place/country_name.hpp"

#include "bizrec/place/words.hpp"
#include "bizrec/text/fold.hpp"

namespace bizrec::place {

void fold_country(std::string_view utf8, std::string& out) {
    NameScratch& scratch = name_scratch();
    text::fold(utf8, scratch.folded);
    split_words(scratch.folded, scratch.words);
    std::string_view rest = scratch.folded;
    for (std::size_t i = 0; i + 1 < scratch.words.size() && scratch.words[i] == "the"; ++i) {
        rest.remove_prefix(static_cast<std::size_t>(scratch.words[i + 1].data() - rest.data()));
    }
    text::fold_letters(rest, out);
}

}  // namespace bizrec::place
