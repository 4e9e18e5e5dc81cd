#include "bizrec/decoder/word_pieces.hpp"

#include "bizrec/base/utf8.hpp"

namespace bizrec::search {

void WordPieces::begin(std::string_view word) {
    word_ = word;
    ends_.assign(1, 0);
    for (std::size_t at = 0; at < word.size();) {
        next_code_point(word, at);
        ends_.push_back(at);
    }
}

WordPieces::Piece WordPieces::find(Lattice& lattice, const ClauseRule& rule, std::size_t begin, std::size_t end) {
    lattice.analyse(text(begin, end), words_);
    if (words_.empty()) {
        const bool is_stop_word = lattice.context()->rules().words.find(text(begin, end)).is_stop;
        return {EdgeCosts::stop_word_piece, is_stop_word, is_stop_word};
    }
    const std::uint32_t number = words_.size() == 1 ? lattice.find_word(rule, words_.front()) : Lattice::no_word;
    if (number == Lattice::no_word) {
        return {};
    }
    const double cost = lattice.information(lattice.word(number).lists.count);
    return {cost + (end - begin == min_letters ? EdgeCosts::short_piece : 0), false, true};
}

}  // namespace bizrec::search
