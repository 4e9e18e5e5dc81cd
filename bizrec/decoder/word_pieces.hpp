#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/decoder/lattice.hpp"

namespace bizrec::search {

/// The letters of a word, and its pieces between any two gaps. A token is read as several words by cutting it into
/// pieces.
class WordPieces {
public:
    static constexpr std::size_t min_letters = 2;  ///< letters; a single letter matches by chance
    static constexpr double each_cost = 2;         ///< added for each piece: more pieces are less likely

    struct Piece {
        /// ln(all records / records with the word), plus EdgeCosts::short_piece for two letters. For a function word:
        /// EdgeCosts::stop_word_piece.
        double cost = 0;
        bool is_stop_word = false;
        bool exists = false;
    };

    /// `word` must live as long as this object is used.
    void begin(std::string_view word);
    std::size_t letters() const noexcept { return ends_.size() - 1; }
    std::string_view text(std::size_t begin, std::size_t end) const noexcept {
        return word_.substr(ends_[begin], ends_[end] - ends_[begin]);
    }
    /// `begin` < `end` <= letters().
    Piece find(Lattice& lattice, const ClauseRule& rule, std::size_t begin, std::size_t end);
    /// The word, as indexed, of a piece that exists and is no stop word. Valid until the next call.
    const std::string& word(Lattice& lattice, std::size_t begin, std::size_t end) {
        lattice.analyse(text(begin, end), words_);
        return words_.front();
    }

private:
    std::string_view word_;
    std::vector<std::size_t> ends_ = {0};  // ends_[n]: the number of bytes of the first n letters
    std::vector<std::string> words_;       // the words of a piece
};

}  // namespace bizrec::search
