#include "bizrec/place/city_name.hpp"

#include <string_view>

#include "bizrec/place/words.hpp"
#include "bizrec/text/fold.hpp"

namespace bizrec::place {
namespace {

/// The written-out and the shortened form of a word are one. Whole words only: "Stuttgart" and "Fortaleza" stay.
std::string_view shortened(std::string_view word) noexcept {
    if (word == "saint" || word == "sainte" || word == "ste") {
        return "st";
    }
    if (word == "fort") {
        return "ft";
    }
    if (word == "mount") {
        return "mt";
    }
    return word;
}

}  // namespace

void fold_city(std::string_view utf8, std::string& out) {
    NameScratch& scratch = name_scratch();
    text::fold(utf8, scratch.folded);
    split_words(scratch.folded, scratch.words);
    scratch.joined.clear();
    for (const std::string_view word : scratch.words) {
        scratch.joined += shortened(word);
    }
    // Once more over the whole: "Sain T" must not become a word that the next folding would shorten.
    text::fold_letters(shortened(scratch.joined), out);
}

}  // namespace bizrec::place
