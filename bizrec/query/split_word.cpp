#include "bizrec/query/split_word.hpp"

#include <algorithm>

#include "bizrec/format/vocabulary.hpp"

namespace bizrec::search {

namespace {

/// Ways to cut the word that are tried.
constexpr std::size_t max_splits = 4;
/// Code points of either half: shorter ones exist by chance.
constexpr std::size_t shortest_half = 2;

bool continues_code_point(char byte) noexcept {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Bytes up to which `text` has `code_points` of them; its size where it has fewer.
std::size_t bytes_of(std::string_view text, std::size_t code_points) noexcept {
    std::size_t at = 0;
    for (; at < text.size() && code_points != 0; --code_points) {
        do {
            ++at;
        } while (at < text.size() && continues_code_point(text[at]));
    }
    return at;
}

}  // namespace

bool SplitWord::read(const store::Generation& generation, const QueryWords& words, const Corrections& corrections,
                     ReadingTrial& trial) {
    const Corrections::Rarest* rarest = corrections.word_to_cut();
    if (rarest == nullptr || !format::belongs_to_vocabulary(rarest->typed)) {
        return false;
    }
    const std::string_view word = rarest->typed;
    std::size_t tried = 0;
    for (std::size_t half = shortest_half; tried < max_splits; ++half) {
        const std::size_t cut = bytes_of(word, half);
        if (bytes_of(word.substr(cut), shortest_half - 1) == word.size() - cut) {
            return false;
        }
        if (!indexed_words_.find(generation, *rarest->rule, word.substr(0, cut), halves_[0]) ||
            !indexed_words_.find(generation, *rarest->rule, word.substr(cut), halves_[1])) {
            continue;
        }
        ++tried;
        reading_ = words.typed();
        WordSequence& sequence = reading_.of(*rarest->rule);
        const auto place = std::find(sequence.begin(), sequence.end(), word);
        *place = halves_[1];
        sequence.insert(place, halves_[0]);
        if (trial.has_hit(reading_)) {
            return true;
        }
    }
    return false;
}

}  // namespace bizrec::search
