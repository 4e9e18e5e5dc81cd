#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bizrec/format/meta.hpp"
#include "lmdb_builder/terms/glued_sections.hpp"
#include "lmdb_builder/terms/pair_lists.hpp"
#include "lmdb_builder/terms/posting_section.hpp"
#include "lmdb_builder/terms/spelling_sections.hpp"
#include "lmdb_builder/terms/term_encoder.hpp"
#include "lmdb_builder/terms/term_inverter.hpp"

namespace bizrec::store {
class IndexWriter;
}

namespace bizrec::builder {

class ChunkSpool;
class Workers;

/// Encodes the inverted terms and writes the sections of the index from `postings` to `glued_spellings`
/// (format::Section). A third of the memory is for the table of terms. The rest is used first for the threads'
/// encoders, then for pairs, then for spellings. Also needed: the memory of PostingSection, the longest encoded list,
/// the vocabulary (WordList) and the names (GluedSections).
class TermSections {
public:
    TermSections(Workers& workers, store::IndexWriter& writer, const std::string& temp_folder,
                 std::uint64_t memory_bytes, const DocumentFacts& documents, const text::NumberWords& numbers);

    /// Called with the number of postings written so far.
    using Done = std::function<void(std::uint64_t postings)>;
    /// Writes all sections. `terms`: a cursor that has read nothing yet. Sets the counts of terms and of vocabulary
    /// words in `meta`.
    void write(TermInverter::Cursor terms, const Done& done, format::Meta& meta);

private:
    void write_everything();
    void write_terms(TermInverter::Cursor& terms, const Done& done);
    void write_pairs();
    std::vector<std::uint8_t> make_spellings(ChunkSpool& spellings);
    void write_vocabulary(ChunkSpool& spellings, format::Meta& meta);

    Workers* workers_;
    store::IndexWriter* writer_;
    const DocumentFacts* facts_;
    std::string temp_folder_;
    std::uint64_t memory_bytes_;
    PostingSection postings_;
    PairLists pairs_;
    WordList vocabulary_;
    GluedSections glued_;
};

}  // namespace bizrec::builder
