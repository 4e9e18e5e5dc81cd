#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/meta.hpp"
#include "bizrec/format/term_list_builder.hpp"
#include "bizrec/format/vocabulary.hpp"
#include "lmdb_builder/build/chunk_spool.hpp"
#include "lmdb_builder/build/external_sorter.hpp"
#include "lmdb_builder/build/pair_lists.hpp"
#include "lmdb_builder/build/term_inverter.hpp"

namespace bizrec::builder {

/// Encodes the inverted terms and writes the sections `postings`, `terms` and `vocabulary`. Posting lists go straight
/// into the file; the slots of the terms wait in a sorter, words in a temporary file. Memory beside the sorter's: a
/// chunk of postings and the longest list, that of all documents, at some 20 bytes a document.
class TermSections {
public:
    /// A chunk of `postings` is closed once it is this long.
    static constexpr std::size_t chunk_bytes = 16U << 20;

    TermSections(store::IndexWriter& writer, const std::string& temp_folder, std::uint64_t memory_bytes,
                 std::uint32_t documents);

    /// `quality_levels`: of each document. `terms` must not have been moved on. Fills in `meta`'s counts of terms.
    void write(TermInverter::Cursor terms, const std::vector<std::uint8_t>& quality_levels, format::Meta& meta);

private:
    void add_everything(const std::vector<std::uint8_t>& quality_levels);
    void add_term(const TermInverter::Cursor& term, const std::vector<std::uint8_t>& quality_levels);
    void add_pairs(const std::vector<std::uint8_t>& quality_levels);
    /// Puts `encoded_` where it belongs.
    void add_encoded(std::string_view key);
    void add_to_vocabulary(std::string_view word);
    void flush_postings();
    void flush_vocabulary();
    void write_terms();

    store::IndexWriter* writer_;
    ExternalSorter slots_;
    PairLists pairs_;
    std::vector<format::TermPosting> postings_;
    format::EncodedTerm encoded_;
    std::vector<std::byte> chunk_;  // of the postings section
    std::uint32_t chunks_ = 0;
    std::string key_, payload_;
    format::VocabularyChunkBuilder vocabulary_;
    ChunkSpool vocabulary_chunks_;
    std::uint64_t vocabulary_words_ = 0;
};

}  // namespace bizrec::builder
