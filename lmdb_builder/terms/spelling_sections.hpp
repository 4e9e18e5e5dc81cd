#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/spelling_table_builder.hpp"

namespace bizrec::builder {

class Workers;

/// A sequence of words, each with its number of documents. The words are in chunks with the format of the section
/// `vocabulary`. Memory: the words' bytes and eight more per word.
class WordList {
public:
    void add(std::string_view word, std::uint32_t documents);
    /// Call it after the last add().
    const format::Vocabulary& words();
    const std::vector<std::string>& chunks() const noexcept { return chunks_; }
    const std::vector<std::uint32_t>& documents() const noexcept { return documents_; }
    std::uint64_t size() const noexcept { return documents_.size(); }

private:
    void flush();

    format::VocabularyChunkBuilder builder_;
    std::vector<std::string> chunks_;
    std::vector<std::uint32_t> documents_;
    format::Vocabulary words_;
};

/// Calls `write` for each chunk of a section of spellings, in order. Returns the rival byte of each word
/// (bizrec/format/rival.hpp), in the order of `words`.
std::vector<std::uint8_t> write_spellings(Workers& workers, const format::SpelledWords& words,
                                          std::uint64_t memory_bytes,
                                          const std::function<void(std::string_view chunk)>& write);

}  // namespace bizrec::builder
