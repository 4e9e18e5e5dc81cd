#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/phrase_trie.hpp"

namespace bizrec::format {

/// What an index's records are written with: the chunk of the section `dictionary`, and the search for its phrases.
/// Immutable once built; any number of chunk builders may share one.
class ContentPhrases {
public:
    ContentPhrases() = default;  ///< no phrase: the section has no chunk
    /// Of 1 to max_phrase bytes, each once, the most frequent first: they then share cache lines. What does not
    /// fit behind max_unit_count units is left out.
    explicit ContentPhrases(const std::vector<std::string>& phrases);

    /// Empty where there are no phrases.
    const std::string& chunk() const noexcept { return chunk_; }
    const PhraseTrie& trie() const noexcept { return trie_; }

private:
    std::string chunk_;
    PhraseTrie trie_;
};

/// 16-byte units that a phrase takes of a dictionary.
std::uint32_t units_for_phrase(std::size_t bytes) noexcept;

}  // namespace bizrec::format
