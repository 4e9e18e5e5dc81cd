#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "bizrec/format/bucket_table.hpp"

namespace bizrec::format {

/// Words that one key leads to: those of most documents, of as many those with the lesser numbers.
inline constexpr std::uint32_t max_under_a_key = 128;

/// The sections `spellings` and `glued_spellings`: from the keys of words (text/spelling_keys.hpp) to their numbers in
/// the vocabulary, or among the glued names. Empty in files of formats that have none.
class SpellingTable {
public:
    using Chunk = BucketTable::Chunk;
    SpellingTable() = default;
    /// `words`: how many there are to number.
    static Result<SpellingTable> open(const std::vector<Chunk>& chunks, std::uint32_t words, std::string_view name);

    bool empty() const noexcept { return table_.size() == 0; }

    /// use(number) for each word that may be under the key: of those that are not, one in some sixteen keys. No number
    /// is as great as the number of words. Some 512 at most.
    template <class Use>
    void find(std::uint64_t key, Use&& use) const {
        table_.find(key, [&](std::uint32_t /*entry*/, std::uint64_t number) {
            if (number < words_) {
                use(static_cast<std::uint32_t>(number));
            }
        });
    }
    void prefetch(std::uint64_t key) const noexcept { table_.prefetch(key); }
    void prefetch_entries(std::uint64_t key) const noexcept { table_.prefetch_entries(key); }

    const BucketTable& table() const noexcept { return table_; }

private:
    BucketTable table_;
    std::uint32_t words_ = 0;
};

}  // namespace bizrec::format
