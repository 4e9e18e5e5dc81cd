#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bizrec/format/impact.hpp"
#include "lmdb_builder/document/term_vector.hpp"
#include "lmdb_builder/memory/string_table.hpp"
#include "lmdb_builder/memory/text_buffer.hpp"

namespace bizrec::builder {

/// One document in a term's list. It has a saturation instead of an impact, because the term's idf is not known yet.
struct RawPosting {
    std::uint32_t docid = 0;
    std::uint16_t saturation = 0;                  ///< format::saturation(); 0 in the lists of whole names and labels
    format::Whole whole = format::Whole::neither;  ///< the term alone is a whole name, label or city of this document
    bool is_region = false;                        ///< as in TermWord
    bool names_city = false;                       ///< as in TermWord
};

/// The inverted terms of a sequence of documents: each term once, with its encoded postings. A batch fits into a core's
/// cache, and any thread can make one. TermInverter then looks each term up only once per batch.
class TermBatch {
public:
    /// Postings in the format of posting_bytes.hpp, without the head of the first one, which depends on the posting
    /// before it.
    struct List {
        RawPosting first;
        std::uint32_t last = 0;   ///< docid of the last posting
        std::uint32_t count = 0;  ///< 0: the list is empty
        std::string_view bytes;   ///< the encoded postings, without the head of the first one
    };
    struct Word {
        std::string_view text;
        std::uint64_t hash = 0;  ///< StringTable::hash()
        List any, names;         ///< documents with the word in any field; documents with the word in a name
    };
    struct Key {
        std::string_view text;
        std::uint64_t hash = 0;
        List list;
    };

    /// A name or label without spaces: its first document, and the number of its documents.
    struct Glued {
        std::string_view key;  ///< kind of the term, then its text
        std::uint64_t hash = 0;
        std::uint32_t first = 0, count = 0;
    };

    /// Adds a document. Call it once per document, in the order of docids. `terms`: its term vector. Throws
    /// BuildFailure.
    void add(std::uint32_t docid, std::string_view terms, const format::TextStatistics& statistics);
    /// Call it once, after the last add().
    void finish();
    void clear();

    /// Valid until clear().
    const std::vector<Word>& words() const noexcept { return words_; }
    const std::vector<Key>& whole_names() const noexcept { return whole_names_.keys; }
    const std::vector<Key>& labels() const noexcept { return labels_.keys; }
    const std::vector<Glued>& glued() const noexcept { return glued_; }

private:
    struct Token {
        std::uint32_t docid = 0;
        std::uint32_t word = 0;
        std::uint16_t saturation = 0;
        std::uint16_t name_saturation = 0;  ///< 0: no name has the word
        format::Whole whole = format::Whole::neither;
        bool is_region = false, names_city = false;
    };
    struct KeyToken {
        std::uint32_t docid = 0;
        std::uint32_t key = 0;
    };
    struct Keys {
        StringTable table;
        std::vector<KeyToken> tokens;
        std::vector<Key> keys;
        TextBuffer bytes;
    };
    /// The place of a list's bytes in a buffer that still grows, so a view would become invalid.
    struct Place {
        std::size_t begin = 0, end = 0;
    };

    void add_keys(TermVectorReader& reader, std::uint32_t docid, Keys& keys);
    void add_glued(TermVectorReader& reader, std::uint32_t docid);
    void sort_tokens();
    void finish_words();
    void finish_keys(Keys& keys);

    StringTable table_;
    std::vector<Token> tokens_, sorted_;
    std::vector<std::uint32_t> ends_;  // end of each word's tokens in sorted_, after sorting
    std::vector<Place> places_;
    std::vector<Word> words_;
    Keys whole_names_, labels_;
    StringTable glued_table_;
    std::vector<Glued> glued_;  // indexed by number in glued_table_
    TextBuffer bytes_;          // bytes of the words' lists
};

}  // namespace bizrec::builder
