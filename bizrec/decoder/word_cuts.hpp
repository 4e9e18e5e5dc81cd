#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/decoder/lattice.hpp"
#include "bizrec/decoder/word_pieces.hpp"

namespace bizrec::search {

/// Reads a token as several words of the index: "goldenanchor" as "golden anchor". Finds the likeliest ways to cut it
/// by dynamic programming over its letters.
class WordCuts {
public:
    /// Adds an edge for each of the six best ways to cut the token. `word`: the word of the token. Adds to `steps`.
    void add_edges(Lattice& lattice, std::size_t at, std::string_view word, std::uint64_t& steps);

private:
    struct Way {
        double cost = 0;                  // sum of Piece::cost + WordPieces::each_cost over its pieces
        std::uint32_t from = 0, way = 0;  // this way is ways_[from][way] and one more piece
        bool is_stop_word = false;        // of the last piece
    };

    void fill(Lattice& lattice, const ClauseRule& rule, std::uint64_t& steps);
    void add_edge(Lattice& lattice, std::size_t at, std::size_t way);

    WordPieces pieces_;
    std::vector<std::vector<Way>> ways_;  // index: the number of letters before the way's end
    std::vector<std::string> words_;
};

}  // namespace bizrec::search
