#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/free_states.hpp"

namespace bizrec::format {

/// Finds the longest phrase at a position in a text: a compressed trie in double-array form (Aoe 1989; Morrison's
/// PATRICIA labels, 1968). One step reads half a cache line.
class PhraseTrie {
public:
    struct Phrase {
        std::string_view text;  ///< not empty
        std::uint16_t code = 0;
    };
    struct Match {
        std::size_t size = 0;  ///< bytes of the phrase; 0: no phrase matches
        std::uint16_t code = 0;
    };

    PhraseTrie() : PhraseTrie(std::vector<Phrase>{}) {}
    /// `phrases`: no duplicates. Copies what it needs.
    explicit PhraseTrie(std::vector<Phrase> phrases);

    static constexpr std::size_t read_slack = 16;  ///< bytes after `text` that match() may read

    /// Returns the longest phrase that `text` begins with. `size` bytes are text; read_slack more must be readable.
    Match match(const char* text, std::size_t size) const noexcept {
        const std::size_t prefix = prefix_of(text);
        return (prefixes_[prefix / 64] >> prefix % 64 & 1U) == 0 ? Match{} : walk(text, size);
    }

private:
    static constexpr std::size_t inline_label = 16;
    static constexpr std::uint32_t no_state = 0xFFFFFFFFU;
    static constexpr std::uint32_t root = 0xFFFFFFFEU;

    /// A state. Its index is its parent's base + the first byte of its label.
    struct State {
        std::uint32_t parent = no_state;
        std::uint32_t base = no_children;
        std::uint32_t label_at = 0;  // position in labels_ of the label's bytes after the first inline_label
        std::uint16_t label_size = 0;
        std::uint16_t code = no_code;
        std::array<char, inline_label> label{};
    };
    static constexpr std::uint32_t no_children = 0xFFFFFFFFU;
    static constexpr std::uint16_t no_code = 0xFFFFU;

    /// Most positions of a text are not the beginning of a phrase. A bitmap of two kilobytes, indexed by a hash of
    /// three bytes, recognises most of these positions. A phrase of fewer than three bytes sets all bits.
    static constexpr std::size_t prefix_bits = 14;
    static constexpr std::size_t prefix_bytes = 3;
    static std::size_t prefix_of(const char* text) noexcept {
        std::uint32_t head = 0;
        std::memcpy(&head, text, sizeof head);
        return (head << 8) * 2654435761U >> (32 - prefix_bits);  // Fibonacci hashing, Knuth volume 3, 6.4
    }
    Match walk(const char* text, std::size_t size) const noexcept;

    struct Range {
        std::size_t begin, end;  // [begin, end) of the sorted phrases
    };
    void add_prefix(std::string_view text);
    void add_children(const std::vector<Phrase>& phrases, Range range, std::size_t depth, std::uint32_t parent,
                      FreeStates& free);
    void set_label(State& state, std::string_view label);
    bool has_label(const State& state, const char* text, std::size_t size) const noexcept;

    std::array<std::uint64_t, (std::size_t{1} << prefix_bits) / 64> prefixes_{};
    std::vector<State> states_;
    std::string labels_;
};

}  // namespace bizrec::format
