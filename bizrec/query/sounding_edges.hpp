#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/query/lattice.hpp"

namespace bizrec::search {

/// A word written by ear, however many letters that changes: "right aid" for Rite Aid. What it sounds like is made of
/// it and looked up, so that a word which exists is taken for others as cheaply as one that does not.
class SoundingEdges {
public:
    enum class Places : std::uint8_t { one, two };  ///< of the word that are written otherwise

    /// Adds an edge for each word of the index that sounds like `word`, of the token, folded. Adds to `steps`.
    void add(Lattice& lattice, std::size_t at, std::string_view word, Places places, std::uint64_t& steps);

private:
    std::vector<std::string> alike_, words_;
    std::u32string typed_, meant_;
};

}  // namespace bizrec::search
