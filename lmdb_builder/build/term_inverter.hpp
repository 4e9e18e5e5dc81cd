#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/impact.hpp"
#include "bizrec/format/term_key.hpp"
#include "lmdb_builder/build/byte_chains.hpp"
#include "lmdb_builder/build/external_sorter.hpp"
#include "lmdb_builder/build/string_table.hpp"
#include "lmdb_builder/build/term_vector.hpp"

namespace bizrec::builder {

/// One document in a term's list, its impact still without the term's idf.
struct RawPosting {
    std::uint32_t docid = 0;
    std::uint16_t saturation = 0;                  ///< format::saturation(); 0 in the lists of whole names and labels
    format::Whole whole = format::Whole::neither;  ///< the term is this document's whole name or label
};

/// From documents with their words to words with their documents, in bounded memory and one pass (Heinz and Zobel,
/// "Efficient single-pass index construction for text databases", 2003): the lists grow compressed in memory, and are
/// spilled, sorted by term, whenever that is full. What comes out does not depend on the memory.
class TermInverter {
public:
    TermInverter(const std::string& temp_folder, std::uint64_t memory_bytes, const format::TextStatistics& statistics);

    /// In the order of docids, each once. `terms`: a term vector. Throws BuildFailure.
    void add(std::uint32_t docid, std::string_view terms);

    /// After the last add().
    void finish();

    /// Walks the terms in ascending order of their bytes: keys as in format/term_key.hpp.
    class Cursor {
    public:
        bool next();
        format::TermKind kind() const noexcept { return static_cast<format::TermKind>(key_.front()); }
        std::string_view key() const noexcept { return key_; }  ///< kind and text
        std::string_view text() const noexcept { return std::string_view(key_).substr(1); }
        const std::vector<RawPosting>& postings() const noexcept { return postings_; }  ///< docids ascending

    private:
        friend class TermInverter;
        explicit Cursor(ExternalSorter::Cursor cursor);

        ExternalSorter::Cursor cursor_;
        bool more_;
        std::string key_;
        std::vector<RawPosting> postings_;
    };
    /// After finish(), as often as needed; the inverter must outlive it.
    Cursor read() const { return Cursor(sorter_.read()); }

    std::uint64_t spills() const noexcept { return spills_; }  ///< counted work, for tests

private:
    struct List {
        ByteChains::Chain bytes;
        std::uint32_t first = 0, last = 0;  ///< docids
    };
    struct DocumentWord {
        TermWord word;
        std::uint64_t hash = 0;
    };
    void add_word(const DocumentWord& word, const format::FieldLengths& lengths, std::uint32_t docid);
    void append(List& list, const RawPosting& posting, bool has_saturation);
    void add_whole(StringTable& table, std::vector<List>& lists, std::string_view key, std::uint32_t docid);
    void spill_list(format::TermKind kind, std::string_view text, const List& list);
    void spill();
    std::uint64_t memory() const noexcept;

    std::uint64_t memory_bytes_;
    format::TextStatistics statistics_;
    ExternalSorter sorter_;
    ByteChains chains_;
    struct WordLists {
        List any, names;
    };
    StringTable words_, whole_names_, labels_;
    std::vector<WordLists> word_lists_;  // by number in words_
    std::vector<DocumentWord> words_of_document_;
    std::vector<List> name_lists_, label_lists_;
    std::string key_, payload_;
    std::uint64_t spills_ = 0;
};

}  // namespace bizrec::builder
