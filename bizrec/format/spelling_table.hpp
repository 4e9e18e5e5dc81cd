#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "bizrec/base/in_groups.hpp"
#include "bizrec/format/bucket_table.hpp"

namespace bizrec::format {

/// Maximum words under one key. Those with the most documents are kept; among equals, those that come first in
/// SpelledWords::words.
inline constexpr std::uint32_t max_under_a_key = 128;

/// The sections `spellings` and `glued_spellings`: from the keys of words (text/spelling_keys.hpp) to the words'
/// numbers in the vocabulary or in GluedNames. Empty for files of formats without them.
class SpellingTable {
public:
    using Chunk = BucketTable::Chunk;
    SpellingTable() = default;
    /// `words`: number of words. find() skips numbers that are not below it.
    static Result<SpellingTable> open(const std::vector<Chunk>& chunks, std::uint32_t words, std::string_view name) {
        SpellingTable spellings;
        spellings.words_ = words;
        auto table = BucketTable::open(chunks, bits_below(words), name);
        if (!table) {
            return table.error();
        }
        spellings.table_ = std::move(table).value();
        return spellings;
    }

    bool empty() const noexcept { return table_.size() == 0; }

    /// Calls use(number) for each word that may have the key, at most 512 times. About one look-up in eight also gives
    /// a word without the key. Every number is below the number of words.
    template <class Use>
    void find(std::uint64_t key, Use&& use) const {
        table_.find(key, [&](std::uint32_t /*entry*/, std::uint64_t number) {
            if (number < words_) {
                use(static_cast<std::uint32_t>(number));
            }
        });
    }
    /// Calls find() for each key.
    template <class Use>
    void find_all(const std::vector<std::uint64_t>& keys, Use&& use) const {
        in_groups(keys.size(), [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from; i < to; ++i) {
                table_.prefetch(keys[i]);
            }
            for (std::size_t i = from; i < to; ++i) {
                table_.prefetch_entries(keys[i]);
            }
            for (std::size_t i = from; i < to; ++i) {
                find(keys[i], use);
            }
        });
    }

    const BucketTable& table() const noexcept { return table_; }

private:
    BucketTable table_;
    std::uint32_t words_ = 0;
};

}  // namespace bizrec::format
