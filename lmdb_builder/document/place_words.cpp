#include "lmdb_builder/document/place_words.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace bizrec::builder {
namespace {

// Limits the memory if every record of an input spells its state differently.
constexpr std::size_t max_known = 65536;
constexpr char name_separator = '\x1F';

}  // namespace

const std::vector<PlaceWord>& PlaceWords::words(const Record& record) {
    key_.assign(record.country).append(1, name_separator).append(record.state);
    const auto found = known_.find(key_);
    if (found != known_.end()) {
        return found->second;
    }
    if (known_.size() >= max_known) {
        known_.clear();
    }
    return known_.emplace(key_, collect(record)).first->second;
}

std::vector<PlaceWord> PlaceWords::collect(const Record& record) {
    std::vector<PlaceWord> words;
    analyse(record.state, words);
    const std::string state = catalog_->canonical_state(record.country, record.state);
    for (const std::string& name : catalog_->state_names(record.country, state)) {
        analyse(name, words);
    }
    for (const std::string& name : catalog_->names_of_country(record.country)) {
        analyse_country(name, words);
    }
    // If names give a word different kinds, the first kind of text::WordKind counts: `plain` before `part`.
    std::sort(words.begin(), words.end(), [](const PlaceWord& a, const PlaceWord& b) {
        return std::tie(a.text, a.kind) < std::tie(b.text, b.kind);
    });
    words.erase(std::unique(words.begin(), words.end(),
                            [](const PlaceWord& a, const PlaceWord& b) { return a.text == b.text; }),
                words.end());
    return words;
}

// If "United States" were indexed by its words, "state" and "united" would be words of most records and would no longer
// distinguish names. It is indexed as one word. A query of two words still finds it, because neighbouring words are
// also tried as one word (bizrec/decoder/edge_makers.cpp).
void PlaceWords::analyse_country(std::string_view name, std::vector<PlaceWord>& words) {
    text::analyse_record(*forms_, name, text_);
    if (text_.words.size() < 2 || text_.view(text_.words.front()) != "united") {
        analyse(name, words);
        return;
    }
    std::string joined;
    for (const text::Word& word : text_.words) {
        if (word.kind == text::WordKind::plain) {
            joined += text_.view(word);
        }
    }
    words.push_back({std::move(joined), text::WordKind::plain});
}

void PlaceWords::analyse(std::string_view name, std::vector<PlaceWord>& words) {
    text::analyse_record(*forms_, name, text_);
    for (const text::Word& word : text_.words) {
        words.push_back({std::string(text_.view(word)), word.kind});
    }
}

}  // namespace bizrec::builder
