#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::place {

/// Folds the ends of a text as names of places: gives the results of fold_country(), fold_state() and fold_city(). An
/// end is the text from any of its tokens on. Text that is ASCII once folded is usually folded only once, not once for
/// each end and kind of place.
class TailNames {
public:
    struct Names {
        std::string_view country, state, city;
    };

    void clear() noexcept;
    /// Adds the next token of the text. Tokens are separated by blanks or other ASCII separators, and contain none.
    void add(std::string_view utf8);
    /// The names of the end that begins with token number `first`. `tail`: this end as typed. The views are valid until
    /// the next call of any function.
    Names of(std::size_t first, std::string_view tail);

private:
    void add_ascii(std::string_view text);
    std::string_view letters_from(std::size_t word) const noexcept;
    std::string_view word(std::size_t number) const noexcept;

    std::vector<std::size_t> first_words_;  // the index in words_ of each token's first word
    std::vector<std::size_t> words_;        // the index in letters_ of each word's first letter
    std::string letters_;                   // of all words; only the first size_ bytes are in use
    std::size_t size_ = 0;
    std::size_t not_ascii_ = 0;           // ends that begin before this token are not ASCII, so of() folds each of them
    std::size_t with_city_words_ = 0;     // ends that begin before this token have a word that city names shorten
    std::string folded_;                  // memory reused by add()
    std::string country_, state_, city_;  // memory reused by of()
};

}  // namespace bizrec::place
