#include "bizrec/place/city_name.hpp"

#include <string_view>

#include "bizrec/place/city_words.hpp"
#include "bizrec/place/words.hpp"
#include "bizrec/text/fold.hpp"

namespace bizrec::place {

void fold_city(std::string_view utf8, std::string& out) {
    NameScratch& scratch = name_scratch();
    text::fold(utf8, scratch.folded);
    split_words(scratch.folded, scratch.words);
    if (scratch.words.size() == 1 && scratch.words.front().size() == scratch.folded.size() &&
        !is_shortened_in_city(scratch.folded)) {
        out = scratch.folded;  // folding is idempotent
        return;
    }
    scratch.joined.clear();
    for (const std::string_view word : scratch.words) {
        scratch.joined += shortened_in_city(word);
    }
    // Shortens the joined name too. "Sain T" joins to "saint", which the next folding would shorten to "st", but
    // folding must be idempotent.
    text::fold_letters(shortened_in_city(scratch.joined), out);
}

}  // namespace bizrec::place
