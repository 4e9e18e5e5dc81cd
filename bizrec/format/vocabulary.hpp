#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"

/// The `vocabulary` section: the words that a misspelt word may be corrected to, in ascending order of their bytes. A
/// chunk holds up to words_per_chunk words: u32 count, u32 offset of each word and of the end, then the bytes.
namespace bizrec::format {

inline constexpr std::uint32_t words_per_chunk = 65536;
inline constexpr std::size_t min_vocabulary_word = 3;  ///< code points

/// Whether a word can be a correction: 3 to 32 code points of Latin, Greek, Cyrillic, Arabic or Hebrew letters (also
/// digits, but not only digits).
bool belongs_to_vocabulary(std::string_view word) noexcept;

class VocabularyChunkBuilder {
public:
    void add(std::string_view word);  ///< in ascending order
    std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(ends_.size()); }
    std::string finish();  ///< empties the builder

private:
    std::vector<std::size_t> ends_;
    std::string bytes_;
};

/// Read side. In a damaged file, word() returns "" or other bytes of the chunk, never bytes outside.
class Vocabulary {
public:
    struct Chunk {
        const std::byte* bytes = nullptr;
        std::size_t size = 0;
    };
    static Result<Vocabulary> open(const std::vector<Chunk>& chunks);
    std::uint32_t size() const noexcept { return size_; }
    std::string_view word(std::uint32_t index) const noexcept;  ///< `index` < size()
    void prefetch(std::uint32_t index) const noexcept;          ///< for word(); `index` < size()
    /// Prefetches the bytes of the word. It reads the word's offset: call it some time after prefetch().
    void prefetch_bytes(std::uint32_t index) const noexcept;
    /// Index of the first word that is not below `text`; size() if there is none.
    std::uint32_t lower_bound(std::string_view text) const noexcept;

private:
    struct View {
        const std::uint32_t* offsets = nullptr;
        const char* bytes = nullptr;
        std::uint32_t bytes_size = 0;
        std::uint32_t count = 0;
    };
    std::vector<View> views_;  // each except the last has words_per_chunk words
    std::uint32_t size_ = 0;
};

}  // namespace bizrec::format
