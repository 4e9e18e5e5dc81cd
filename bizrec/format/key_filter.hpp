#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bizrec::format {

/// Tells of most keys that are in no table, without a look at the table: a Bloom filter whose bits for a key lie in one
/// word ("register-blocked": Lang et al., "Performance-Optimal Filtering", PVLDB 12(5), 2019). A table of places is
/// asked for a dozen names a query, of which one or two are there, and each miss waits for its own cache lines; the
/// filter is a thirtieth of it. Of a key that is not there it says "perhaps" in some 4 of 100 cases.
class KeyFilter {
public:
    /// Holds nothing, and says "perhaps" of everything.
    KeyFilter() = default;
    /// Room for so many keys; more of them are no fault, but tell less. Throws std::bad_alloc.
    explicit KeyFilter(std::uint64_t keys) : words_(keys / keys_per_word + 1) {}

    /// `tag`: KeyHash's.
    void add(std::uint64_t tag) noexcept { words_[place(tag)] |= bits(tag); }
    bool may_hold(std::uint64_t tag) const noexcept {
        return words_.empty() || (words_[place(tag)] & bits(tag)) == bits(tag);
    }

private:
    static constexpr std::uint64_t keys_per_word = 6;  // of 64 bits, three for each

    /// By the upper half of the tag; bits() takes the lower one.
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
