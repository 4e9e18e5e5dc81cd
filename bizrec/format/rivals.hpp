#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bizrec/format/bucket_table_builder.hpp"
#include "bizrec/format/vocabulary.hpp"

namespace bizrec::format {

/// Finds what the best neighbour of each word is worth (format/rival.hpp), from the groups of words that have a key in
/// common. Nothing is gone through that cannot change the byte.
class Rivals {
public:
    Rivals() = default;
    Rivals(const Vocabulary& words, const std::uint32_t* documents)
        : words_(&words), documents_(documents), bytes_(words.size(), 0) {}

    /// `group`: words (as values) under one key, those of most documents first. Of these the first max_under_a_key may
    /// be somebody's rivals, as they are found under the key.
    void add(const BucketEntry* group, std::size_t size);
    /// Raises each byte of `most` to what was found here.
    void add_to(std::vector<std::uint8_t>& most) const;

private:
    void decode(const BucketEntry* group, std::size_t size);
    double cost(const BucketEntry* group, std::size_t i, std::size_t j, double dear) const;

    const Vocabulary* words_ = nullptr;
    const std::uint32_t* documents_ = nullptr;
    std::vector<std::uint8_t> bytes_;
    std::vector<char32_t> letters_;  // of the group
    std::vector<std::size_t> ends_;
    std::vector<std::u32string_view> spelled_;
    std::vector<double> logs_;  // of the documents of the first of the group
};

}  // namespace bizrec::format
