#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bizrec/format/content_phrases.hpp"
#include "lmdb_builder/content/content_sample.hpp"

namespace bizrec::builder {

/// Counts how often each text was added: a hash table with linear probing. Texts with the same XXH3-64 count as equal.
class PhraseCounts {
public:
    struct Entry {
        std::uint64_t hash = 0;
        const char* text = nullptr;  ///< nullptr: the entry is free
        std::uint32_t size = 0;
        std::uint32_t count = 0;
        std::string_view view() const noexcept { return {text, size}; }
    };

    PhraseCounts() : entries_(first_capacity) {}
    void clear();
    /// `text` must live until clear().
    void add(std::string_view text);
    /// All slots of the table, in no order; free slots have a null text.
    const std::vector<Entry>& entries() const noexcept { return entries_; }

private:
    static constexpr std::size_t first_capacity = std::size_t{1} << 14;
    Entry& slot(std::uint64_t hash);
    void grow();

    std::vector<Entry> entries_;
    std::size_t used_ = 0;
};

/// Chooses the phrases that shorten the content of the index most. Returns none if a dictionary would take more bytes
/// than it saves. It works bottom-up, like FSST (Boncz, Neumann, Leis, VLDB 2020). The first phrases are words. Each
/// round cuts the sample by the current phrases. The best pieces and pairs of neighbouring pieces become the phrases of
/// the next round. So an occurrence of a phrase does not count if it is part of a longer phrase. Takes the records out
/// of `sample`.
format::ContentPhrases choose_phrases(ContentSample& sample);

/// The memory that choose_phrases() takes for a sample of ContentSample::default_bytes: the sample, and the table of
/// its pieces.
constexpr std::uint64_t phrase_choice_bytes = std::uint64_t{32} << 20;

}  // namespace bizrec::builder
