#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bizrec/format/bucket_table_builder.hpp"
#include "bizrec/format/vocabulary.hpp"

namespace bizrec::format {

/// Computes the rival byte (format/rival.hpp) of each word from the groups of words that have a key in common. Skips
/// neighbours that cannot change the byte.
class Rivals {
public:
    Rivals() = default;
    Rivals(const Vocabulary& words, const std::uint32_t* documents)
        : words_(&words), documents_(documents), bytes_(words.size(), 0) {}

    /// Compares the words of one group. `group`: an entry for each word, with the word's number as its value, the words
    /// with the most documents first. Only the first max_under_a_key of them can be neighbours, because a look-up by
    /// the key finds no others.
    void add(const BucketEntry* group, std::size_t size);
    /// Raises each byte of `most` to the one found here, if that is greater, so that the results of several objects can
    /// be joined.
    void add_to(std::vector<std::uint8_t>& most) const;

private:
    void decode(const BucketEntry* group, std::size_t size);
    double cost(const BucketEntry* group, std::size_t i, std::size_t j, double dear) const;

    const Vocabulary* words_ = nullptr;
    const std::uint32_t* documents_ = nullptr;
    std::vector<std::uint8_t> bytes_;
    std::vector<char32_t> letters_;  // code points of all words of the group
    std::vector<std::size_t> ends_;
    std::vector<std::u32string_view> spelled_;
    std::vector<double> logs_;  // ln(documents) of the group's first max_under_a_key words
};

}  // namespace bizrec::format
