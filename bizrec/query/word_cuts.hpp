#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/query/lattice.hpp"
#include "bizrec/query/word_pieces.hpp"

namespace bizrec::search {

/// A token for several words that the index has, "goldenanchor": the likeliest ways to cut it, by dynamic programming
/// over its letters.
class WordCuts {
public:
    /// Adds an edge for each of the few best ways. `word`: of the token. Adds to `steps`.
    void add_edges(Lattice& lattice, std::size_t at, std::string_view word, std::uint64_t& steps);

private:
    struct Way {
        double cost = 0;                  // sum of ln(N / df) of its pieces
        std::uint32_t from = 0, way = 0;  // the way that it goes on from
        bool is_stop_word = false;
    };

    void fill(Lattice& lattice, const ClauseRule& rule, std::uint64_t& steps);
    void add_edge(Lattice& lattice, std::size_t at, std::size_t way);

    WordPieces pieces_;
    std::vector<std::vector<Way>> ways_;  // that end behind so many letters
    std::vector<std::string> words_;
};

}  // namespace bizrec::search
