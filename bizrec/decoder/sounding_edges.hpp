#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/decoder/lattice.hpp"
#include "bizrec/format/key_table.hpp"

namespace bizrec::search {

/// Words spelt as they sound, however many letters differ: "right aid" for Rite Aid. The words that sound like the
/// typed one are generated from it and looked up. So the cost does not depend on whether the typed word exists.
class SoundingEdges {
public:
    enum class Places : std::uint8_t { one, two };  ///< in how many places the spelling may differ

    /// Adds an edge for each word of the index that sounds like `word`. `word`: the token, folded. Adds to `steps`.
    void add(Lattice& lattice, std::size_t at, std::string_view word, Places places, std::uint64_t& steps);

private:
    /// A word that sounds like the typed one: its hash and its index in alike_.
    struct Key {
        format::KeyHash hash;
        std::size_t word = 0;
    };

    void keep_existing(Lattice& lattice, const ClauseRule& rule, std::uint64_t& steps);
    void add_alike(Lattice& lattice, std::size_t at, const std::string& alike);

    std::vector<std::string> alike_, existing_, words_;
    std::vector<Key> keys_;
    std::u32string typed_, meant_;
};

}  // namespace bizrec::search
