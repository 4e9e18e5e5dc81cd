#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bizrec/format/meta.hpp"
#include "bizrec/format/vocabulary.hpp"
#include "lmdb_builder/sections/chunk_spool.hpp"
#include "lmdb_builder/terms/pair_lists.hpp"
#include "lmdb_builder/terms/posting_section.hpp"
#include "lmdb_builder/terms/term_encoder.hpp"
#include "lmdb_builder/terms/term_inverter.hpp"

namespace bizrec::builder {

class Workers;

/// Encodes the inverted terms and writes the sections `postings`, `terms` and `vocabulary`. Words of the vocabulary
/// wait in a temporary file. A third of the memory is for the table of terms; the rest first for the threads' encoders,
/// then for pairs. Background it: what PostingSection says, and the longest list that is encoded.
class TermSections {
public:
    TermSections(Workers& workers, store::IndexWriter& writer, const std::string& temp_folder,
                 std::uint64_t memory_bytes, const DocumentFacts& documents);

    /// Postings that are written so far.
    using Done = std::function<void(std::uint64_t postings)>;
    /// `terms` must not have been moved on. Fills in `meta`'s counts of terms.
    void write(TermInverter::Cursor terms, const Done& done, format::Meta& meta);

private:
    void write_everything();
    void write_terms(TermInverter::Cursor& terms, const Done& done);
    void write_pairs();
    void add_to_vocabulary(const std::string& word);
    void flush_vocabulary();

    Workers* workers_;
    store::IndexWriter* writer_;
    const DocumentFacts* facts_;
    std::uint64_t memory_bytes_;
    PostingSection postings_;
    PairLists pairs_;
    format::VocabularyChunkBuilder vocabulary_;
    ChunkSpool vocabulary_chunks_;
    std::uint64_t vocabulary_words_ = 0;
};

}  // namespace bizrec::builder
