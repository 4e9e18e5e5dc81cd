#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bizrec::format {

/// Keeps one bit for each state of a double-array trie while it is built: set if the state is in use. So 64 places for
/// a state's children are tested at once; testing one after the other took a tenth of a small index's build time.
class FreeStates {
public:
    static constexpr std::uint32_t byte_values = 256;

    /// Returns the smallest base, at least `byte_values`, at which the state base + byte is free for each of `bytes`
    /// (first fit). `bytes`: at least one, ascending. Grows as needed and may throw std::bad_alloc.
    std::uint32_t first_fit(const std::vector<unsigned char>& bytes) {
        while (is_taken(first_free_)) {
            ++first_free_;
        }
        const std::uint32_t before = first_free_ - byte_values;
        for (std::uint32_t base = first_free_ - (bytes.front() < before ? bytes.front() : before);; base += word_bits) {
            grow(base + byte_values + word_bits);
            std::uint64_t taken = 0;
            for (const unsigned char byte : bytes) {
                taken |= taken_from(base + byte);
            }
            if (~taken != 0) {
                return base + static_cast<std::uint32_t>(__builtin_ctzll(~taken));
            }
        }
    }

    void take(std::uint32_t state) {
        grow(state);
        taken_[state / word_bits] |= std::uint64_t{1} << state % word_bits;
    }

private:
    static constexpr std::uint32_t word_bits = 64;

    void grow(std::uint32_t state) {
        const std::size_t words = state / word_bits + std::size_t{2};  // taken_from() reads two words
        if (taken_.size() < words) {
            taken_.resize(2 * words);
        }
    }
    bool is_taken(std::uint32_t state) const noexcept {
        return state / word_bits < taken_.size() && (taken_[state / word_bits] >> state % word_bits & 1U) != 0;
    }
    /// 64 bits, one for each state from `state` on; a bit is set if the state is in use.
    std::uint64_t taken_from(std::uint32_t state) const noexcept {
        const std::uint32_t shift = state % word_bits;
        const std::uint64_t* const word = &taken_[state / word_bits];
        return shift == 0 ? word[0] : word[0] >> shift | word[1] << (word_bits - shift);
    }

    std::vector<std::uint64_t> taken_;
    std::uint32_t first_free_ = byte_values;  // no state from byte_values to before this one is free
};

}  // namespace bizrec::format
