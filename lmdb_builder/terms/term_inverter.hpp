#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/term_key.hpp"
#include "lmdb_builder/memory/byte_chains.hpp"
#include "lmdb_builder/memory/string_table.hpp"
#include "lmdb_builder/sorting/external_sorter.hpp"
#include "lmdb_builder/terms/term_batch.hpp"

namespace bizrec::builder {

class Workers;

/// Inverts documents with their words to words with their documents, in bounded memory and one pass (Heinz and Zobel,
/// "Efficient single-pass index construction for text databases", 2003). The lists grow compressed in memory. When the
/// memory is full, they are sorted by term and spilled. The result does not depend on the memory or on the batches.
class TermInverter {
public:
    /// `workers` must outlive this object; its threads run the spills.
    TermInverter(Workers& workers, const std::string& temp_folder, std::uint64_t memory_bytes);

    /// Call it with finished batches, in the order of their documents.
    void add(const TermBatch& batch);

    /// Call it after the last add().
    void finish();

    /// Iterates over the terms in ascending order of their bytes, with keys as in format/term_key.hpp.
    class Cursor {
    public:
        /// Moves to the next term. Returns false at the end. Otherwise appends the term's lists to `lists`, in the form
        /// that for_each_listed() (posting_bytes.hpp) reads. For a glued name or label (format::is_glued()), only
        /// first_document() can read them.
        bool next(std::string& lists);
        std::string_view key() const noexcept { return key_; }  ///< kind of the term, then its text
        /// Number of the term's postings. For a glued name or label: number of its documents.
        std::uint32_t postings() const noexcept { return postings_; }

    private:
        friend class TermInverter;
        explicit Cursor(ExternalSorter::Cursor cursor);

        ExternalSorter::Cursor cursor_;
        bool more_;
        std::string key_;
        std::uint32_t postings_ = 0;
    };
    /// Call it after finish(), any number of times. The inverter must outlive the cursor.
    Cursor read() const { return Cursor(sorter_.read()); }

    std::uint64_t postings() const noexcept { return postings_; }  ///< of all terms except glued names and labels
    std::uint64_t spills() const noexcept { return spills_; }      ///< number of spills, for tests

private:
    struct List {
        ByteChains::Chain bytes;
        std::uint32_t last = 0;  ///< docid of the last posting
        std::uint32_t count = 0;
    };
    struct WordLists {
        List any, names;
    };
    void add_words(const std::vector<TermBatch::Word>& words);
    void prefetch(const std::vector<TermBatch::Word>& words, std::size_t at) const noexcept;
    void add_keys(const std::vector<TermBatch::Key>& keys, StringTable& table, std::vector<List>& lists);
    void add_glued(const std::vector<TermBatch::Glued>& glued);
    void append(List& list, const TermBatch::List& more);
    /// One thread's part of a spill.
    struct Spiller {
        unsigned lane = 0;
        std::string key, payload;
    };
    void spill_list(Spiller& spiller, format::TermKind kind, std::string_view text, const List& list);
    void spill_glued(Spiller& spiller, std::uint32_t id);
    void spill_part(unsigned lane);
    void spill();
    std::uint64_t memory() const noexcept;

    Workers* workers_;
    std::uint64_t memory_bytes_;
    ExternalSorter sorter_;
    ByteChains chains_;
    StringTable words_, whole_names_, labels_, glued_;
    std::vector<WordLists> word_lists_;  // indexed by number in words_
    std::vector<List> name_lists_, label_lists_;
    /// The documents of a glued name or label (format::is_glued()).
    struct Glued {
        std::uint32_t first = 0, count = 0;
    };
    std::vector<Glued> glued_counts_;  // indexed by number in glued_
    std::uint64_t postings_ = 0, spills_ = 0;
};

}  // namespace bizrec::builder
