#include "lmdb_builder/document/city_words.hpp"

#include <utility>

#include "bizrec/text/digraphs.hpp"
#include "bizrec/text/fold.hpp"
#include "bizrec/text/script_forms.hpp"

namespace bizrec::builder {
namespace {

std::size_t memory_of(const CityWords& words) noexcept {
    std::size_t bytes = sizeof words + words.whole.size();
    for (const std::vector<PlaceWord>* list : {&words.own, &words.others}) {
        for (const PlaceWord& word : *list) {
            bytes += sizeof word + word.text.size();
        }
    }
    return bytes;
}

}  // namespace

const CityWords& CityWordsTable::words(std::string_view city) {
    const std::uint64_t hash = StringTable::hash(city);
    if (const auto known = names_.find(city, hash)) {
        return words_[*known];
    }
    CityWords words = analyse(city);
    bytes_ += city.size() + memory_of(words);
    if (bytes_ > max_bytes) {
        names_.clear(0);
        words_.clear();
        bytes_ = city.size() + memory_of(words);
    }
    names_.add(city, hash);
    return words_.emplace_back(std::move(words));
}

/// Sets `whole` only if the analyser keeps the spelling of the name. The analyser makes "lyon" of "Lyons", but a search
/// for "lyon" must not match the whole name, because Lyons is another town.
CityWords CityWordsTable::analyse(std::string_view city) {
    CityWords words;
    text::analyse_record(*forms_, city, text_);
    text::whole_text_key(*forms_, text_, 0, text_.words.size(), key_);
    text::fold_letters(city, letters_);
    folded_.clear();
    text::append_script_forms(letters_, folded_);
    if (folded_ == key_) {
        words.whole = key_;
    }
    append_words(words.own);
    if (text::expand_digraphs(city, false, folded_)) {
        text::analyse_record(*forms_, folded_, text_);
        append_words(words.others);
        for (PlaceWord& word : words.others) {
            word.kind = text::WordKind::part;
        }
    }
    return words;
}

void CityWordsTable::append_words(std::vector<PlaceWord>& out) const {
    for (const text::Word& word : text_.words) {
        out.push_back({std::string(text_.view(word)), word.kind});
    }
}

}  // namespace bizrec::builder
