#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bizrec::format {

/// Recognises most keys that are not in a table, without reading the table. It is a Bloom filter whose bits for a key
/// are in one word ("register-blocked": Lang et al., "Performance-Optimal Filtering", PVLDB 12(5), 2019). A query looks
/// up a dozen names in the table of places, of which one or two exist, and each miss would wait for its own cache
/// lines; the filter has a thirtieth of the table's size. For about 2 of 100 keys that are not in the table, it says
/// "perhaps".
class KeyFilter {
public:
    /// An empty filter: it says "perhaps" for every key.
    KeyFilter() = default;
    /// Room for `keys` keys. More keys are allowed, but give more false positives. Throws std::bad_alloc.
    explicit KeyFilter(std::uint64_t keys) : words_(keys / keys_per_word + 1) {}

    /// `tag`: of a KeyHash.
    void add(std::uint64_t tag) noexcept { words_[place(tag)] |= bits(tag); }
    bool may_hold(std::uint64_t tag) const noexcept {
        return words_.empty() || (words_[place(tag)] & bits(tag)) == bits(tag);
    }

private:
    static constexpr std::uint64_t keys_per_word = 6;  // a word has 64 bits, of which each key sets up to three

    /// The index of the word for a key. Uses the upper half of the tag; bits() uses the lower half.
    std::size_t place(std::uint64_t tag) const noexcept {
        return static_cast<std::size_t>((tag >> 32) * words_.size() >> 32);
    }
    static std::uint64_t bits(std::uint64_t tag) noexcept {
        return std::uint64_t{1} << (tag & 63U) | std::uint64_t{1} << (tag >> 6 & 63U) |
               std::uint64_t{1} << (tag >> 12 & 63U);
    }

    std::vector<std::uint64_t> words_;
};

}  // namespace bizrec::format
