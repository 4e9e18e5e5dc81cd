#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/decoder/lattice.hpp"
#include "bizrec/decoder/spellings.hpp"
#include "bizrec/decoder/word_pieces.hpp"

namespace bizrec::search {

/// Reads a token as several words of which one is mistyped: "goldnanchor". The text before and after the mistyped word
/// is cut into words of the index in the likeliest way.
class MistypedCuts {
public:
    explicit MistypedCuts(const QueryContext& context) : spellings_(context) {}

    /// Adds edges for the likeliest ways, at most 96. `word`: the token, folded. Adds to `steps`.
    void add(Lattice& lattice, std::size_t at, std::string_view word, std::uint64_t& steps);

private:
    /// The cheapest way to cut the letters between a gap and one end of the token into words.
    struct Way {
        double cost = 0;         // sum of Piece::cost + WordPieces::each_cost over its pieces
        std::uint32_t next = 0;  // the other end of the next piece
        bool exists = false;
    };
    struct Middle {
        double cost = 0;
        std::size_t begin = 0, end = 0;
    };

    void find_ways(Lattice& lattice, const ClauseRule& rule, std::uint64_t& steps);
    void find_middles();
    void add_edges(Lattice& lattice, std::size_t at, const Middle& middle, std::uint64_t& steps);
    void add_piece(Lattice& lattice, std::size_t from, std::size_t to, double& cost);

    WordPieces pieces_;
    std::vector<Way> before_, behind_;                        // one for each gap between letters and for both ends
    std::vector<std::vector<WordPieces::Piece>> of_lengths_;  // pieces, by their first letter and their length
    std::vector<Middle> middles_;
    std::vector<std::string> words_;
    Spellings spellings_;
    std::vector<Spelling> found_;
};

}  // namespace bizrec::search
