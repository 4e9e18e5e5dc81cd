#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/format/bucket_table_builder.hpp"
#include "bizrec/format/rivals.hpp"
#include "bizrec/format/vocabulary.hpp"

namespace bizrec::format {

/// Input of a spelling table. Everything must outlive the builder.
struct SpelledWords {
    const Vocabulary* words = nullptr;         ///< in any order
    const std::uint32_t* documents = nullptr;  ///< number of documents of each word
    const std::uint32_t* numbers = nullptr;    ///< number of each word in the table; null: 0, 1, 2 …
    std::uint32_t numbers_below = 0;           ///< all numbers are below this
    bool with_sounds = false;                  ///< keys are text::spelling_keys(), otherwise text::deletion_keys()
};

/// Makes the chunks of a SpellingTable, and the rival byte of each word, in bounded memory. It works in rounds of some
/// partitions each; every round goes through all words. Several threads may work on a round. Each passes a
/// `lane` of its own, a number below `lanes`, which chooses its buffers. The result depends neither on the threads nor
/// on the memory.
///
///   while (builder.next_round()) { collect() all words; encode() each partition of the round, in order }
class SpellingTableBuilder {
public:
    /// `lanes`: number of threads. `memory_bytes`: for the keys of one round, which has at least one partition.
    SpellingTableBuilder(const SpelledWords& words, unsigned lanes, std::uint64_t memory_bytes);

    /// Begins the next round. Returns false if no round is left.
    bool next_round();
    std::uint32_t round_size() const noexcept { return end_ - begin_; }  ///< number of partitions
    /// Collects the keys of the words `from` to `to` - 1.
    void collect(unsigned lane, std::uint32_t from, std::uint32_t to);
    /// Returns the chunk of the round's partition `i`. Call it after all collect() calls of the round.
    std::string encode(unsigned lane, std::uint32_t i);

    /// Returns the rival byte (format/rival.hpp) of each word. Call it after the last round, for words with sounds.
    std::vector<std::uint8_t> rivals() const;

private:
    struct Lane {
        std::vector<std::uint64_t> keys;
        std::vector<std::vector<BucketEntry>> parts;  // the entries of each partition of the round
        std::vector<BucketEntry> entries;
        std::vector<std::uint32_t> ends;  // where each heap (range of keys) ends in `entries`
        Rivals rivals;
    };
    void gather(Lane& lane, std::uint32_t i);
    void add_group(Lane& lane, std::size_t begin, std::size_t end, std::size_t& kept);

    std::uint64_t number_of(std::uint64_t word) const noexcept {
        return words_.numbers == nullptr ? word : words_.numbers[word];
    }

    SpelledWords words_;
    std::uint32_t partitions_ = 1, round_ = 1;
    std::uint32_t begin_ = 0, end_ = 0;  // the round's partitions
    std::size_t expected_ = 0;           // expected entries of one partition in one lane
    std::vector<Lane> lanes_;
};

}  // namespace bizrec::format
