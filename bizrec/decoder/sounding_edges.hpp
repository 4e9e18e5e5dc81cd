#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/decoder/lattice.hpp"

namespace bizrec::search {

/// Words spelt as they sound, however many letters differ: "right aid" for Rite Aid. The words that sound like the
/// typed one are generated from it and looked up. So the cost does not depend on whether the typed word exists.
class SoundingEdges {
public:
    enum class Places : std::uint8_t { one, two };  ///< in how many places the spelling may differ

    /// Adds an edge for each word of the index that sounds like `word`. `word`: the token, folded. Adds to `steps`.
    void add(Lattice& lattice, std::size_t at, std::string_view word, Places places, std::uint64_t& steps);

private:
    void add_alike(Lattice& lattice, std::size_t at, const std::string& alike, std::uint64_t& steps);

    std::vector<std::string> alike_, words_;
    std::u32string typed_, meant_;
};

}  // namespace bizrec::search
