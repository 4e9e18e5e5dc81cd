#include "bizrec/place/tail_names.hpp"

#include "bizrec/base/ascii.hpp"
#include "bizrec/place/city_words.hpp"
#include "bizrec/place/folded_names.hpp"
#include "bizrec/text/fold.hpp"

namespace bizrec::place {
namespace {

constexpr LowerOf letters_of_bytes(is_alnum);

}  // namespace

void TailNames::clear() noexcept {
    first_words_.clear();
    words_.clear();
    size_ = 0;
    not_ascii_ = with_city_words_ = 0;
}

void TailNames::add(std::string_view utf8) {
    first_words_.push_back(words_.size());
    if (all_ascii(utf8)) {
        add_ascii(utf8);
        return;
    }
    text::fold(utf8, folded_);
    if (all_ascii(folded_)) {
        add_ascii(folded_);
    } else {
        not_ascii_ = first_words_.size();
    }
}

void TailNames::add_ascii(std::string_view text) {
    if (letters_.size() < size_ + text.size()) {
        letters_.resize(2 * (size_ + text.size()));  // never shrinks
    }
    bool in_word = false;
    for (const char c : text) {
        const char letter = letters_of_bytes[c];
        if (letter == '\0') {
            in_word = false;
            continue;
        }
        if (!in_word) {
            words_.push_back(size_);
            in_word = true;
        }
        letters_[size_++] = letter;
    }
    for (std::size_t i = first_words_.back(); i < words_.size(); ++i) {
        if (is_shortened_in_city(word(i))) {
            with_city_words_ = first_words_.size();
        }
    }
}

std::string_view TailNames::letters_from(std::size_t word) const noexcept {
    return std::string_view(letters_.data() + words_[word], size_ - words_[word]);
}

std::string_view TailNames::word(std::size_t number) const noexcept {
    const bool is_last = number + 1 == words_.size();
    return letters_from(number).substr(0, is_last ? std::string_view::npos : words_[number + 1] - words_[number]);
}

TailNames::Names TailNames::of(std::size_t first, std::string_view tail) {
    if (first < not_ascii_) {
        fold_country(tail, country_);
        fold_state(tail, state_);
        fold_city(tail, city_);
        return {country_, state_, city_};
    }
    std::size_t begin = first_words_[first];
    if (begin == words_.size()) {
        return {};
    }
    const std::string_view letters = letters_from(begin);
    Names names{letters, letters, shortened_in_city(letters)};
    if (first < with_city_words_) {
        fold_city(tail, city_);
        names.city = city_;
    }
    while (begin + 1 < words_.size() && word(begin) == "the") {
        ++begin;
    }
    names.country = letters_from(begin);
    return names;
}

}  // namespace bizrec::place
