#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/phrase_trie.hpp"

namespace bizrec::format {

/// The phrases that an index's records are encoded with: the chunk of the section `dictionary`, and the trie that finds
/// phrases. Immutable once built; any number of chunk builders may share one object.
class ContentPhrases {
public:
    ContentPhrases() = default;  ///< no phrase: the section has no chunk
    /// `phrases`: 1 to max_phrase bytes each, no duplicates, the most useful first, so that frequent phrases share
    /// cache lines. Phrases that do not fit into max_unit_count units are left out.
    explicit ContentPhrases(const std::vector<std::string>& phrases);

    /// Empty if there are no phrases.
    const std::string& chunk() const noexcept { return chunk_; }
    const PhraseTrie& trie() const noexcept { return trie_; }

private:
    std::string chunk_;
    PhraseTrie trie_;
};

/// Number of 16-byte dictionary units that a phrase takes.
std::uint32_t units_for_phrase(std::size_t bytes) noexcept;

}  // namespace bizrec::format
