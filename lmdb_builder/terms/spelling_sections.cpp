#include "lmdb_builder/terms/spelling_sections.hpp"

#include <algorithm>

#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/workers.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint32_t words_a_batch = 8192;

}  // namespace

void WordList::add(std::string_view word, std::uint32_t documents) {
    builder_.add(word);
    documents_.push_back(documents);
    if (builder_.count() == format::words_per_chunk) {
        flush();
    }
}

void WordList::flush() {
    if (builder_.count() > 0) {
        chunks_.push_back(builder_.finish());
    }
}

const format::Vocabulary& WordList::words() {
    flush();
    std::vector<format::Vocabulary::Chunk> chunks;
    for (const std::string& chunk : chunks_) {
        chunks.push_back({reinterpret_cast<const std::byte*>(chunk.data()), chunk.size()});
    }
    words_ = must(format::Vocabulary::open(chunks));
    return words_;
}

std::vector<std::uint8_t> write_spellings(Workers& workers, const format::SpelledWords& words,
                                          std::uint64_t memory_bytes,
                                          const std::function<void(std::string_view chunk)>& write) {
    format::SpellingTableBuilder builder(words, workers.count(), memory_bytes);
    const std::uint32_t size = words.words->size();
    while (builder.next_round()) {
        workers.for_each((size + words_a_batch - 1) / words_a_batch, [&](std::size_t batch, unsigned lane) {
            const auto from = static_cast<std::uint32_t>(batch) * words_a_batch;
            builder.collect(lane, from, std::min(from + words_a_batch, size));
        });
        struct Partition {
            std::uint32_t number = 0;
            std::string chunk;
        };
        std::uint32_t next = 0;
        workers.pipeline<Partition>(
            workers.pipeline_items(),
            [&](Partition& partition) {
                partition.number = next;
                return next++ < builder.round_size();
            },
            [&](Partition& partition, unsigned lane) { partition.chunk = builder.encode(lane, partition.number); },
            [&](Partition& partition) { write(partition.chunk); });
    }
    return builder.rivals();
}

}  // namespace bizrec::builder
