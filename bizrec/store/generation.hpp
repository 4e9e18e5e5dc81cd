#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/format/columns.hpp"
#include "bizrec/format/content.hpp"
#include "bizrec/format/content_decoder.hpp"
#include "bizrec/format/glued_names.hpp"
#include "bizrec/format/key_table.hpp"
#include "bizrec/format/layout.hpp"
#include "bizrec/format/meta.hpp"
#include "bizrec/format/pair_list.hpp"
#include "bizrec/format/rules.hpp"
#include "bizrec/format/spelling_table.hpp"
#include "bizrec/format/term_lists.hpp"
#include "bizrec/format/text_column.hpp"
#include "bizrec/format/vocabulary.hpp"
#include "bizrec/identity/identity.hpp"
#include "bizrec/place/box.hpp"
#include "bizrec/place/position.hpp"
#include "bizrec/store/seal.hpp"
#include "bizrec/store/suppression.hpp"

struct MDB_env;
struct MDB_txn;

namespace bizrec::store {

/// A fixed-width column of the index: chunks of 65,536 elements in the map.
template <class T>
class Column {
public:
    Column() = default;
    explicit Column(std::vector<const T*> chunks) : chunks_(std::move(chunks)) {}
    /// False if no record of the index has the field, or if the index has no records.
    bool exists() const noexcept { return !chunks_.empty(); }
    /// Preconditions: `docid` < documents, and the column exists.
    const T& operator[](std::uint32_t docid) const noexcept {
        return chunks_[docid / format::documents_per_column_chunk][docid % format::documents_per_column_chunk];
    }

private:
    std::vector<const T*> chunks_;
};

template <class Row>
using ColumnOf = Column<typename Row::Value>;

/// One index file, open for reading. The addresses of all its arrays are taken once and checked. Immutable and
/// thread-safe. Returned pointers and views are valid only as long as this object, because most point into the map: a
/// caller that sends such bytes must hold a shared_ptr to the generation until they are sent. An LMDB environment must
/// not cross a fork, so open it after the fork. A file must not be open twice in one process.
class Generation : public format::ColumnSet<ColumnOf> {
public:
    enum class Check {
        seal,  ///< only the sealing page; for a file whose hash was checked before
        hash,  ///< also the SHA-256 of everything before the sealing page
    };
    static Result<std::shared_ptr<const Generation>> open(const std::string& path, Check check);
    /// The same generation without the records and parts that `list` suppresses. A null `list` suppresses nothing.
    /// Shares the open file of `generation`, which may have another list, and takes little memory. Throws
    /// std::bad_alloc.
    static std::shared_ptr<const Generation> suppress(const std::shared_ptr<const Generation>& generation,
                                                      std::shared_ptr<const SuppressionList> list);
    ~Generation();
    Generation(const Generation&) = delete;
    Generation& operator=(const Generation&) = delete;

    /// The records and parts that must not be shown; null: everything may be shown. Code that turns docids into hits or
    /// counts must check it.
    const Suppression* suppression() const noexcept { return suppression_.get(); }

    const std::string& path() const noexcept { return path_; }  ///< as given to open(); for messages
    const std::string& name() const noexcept { return name_; }  ///< Seal::generation()
    const Seal& seal() const noexcept { return seal_; }
    const FileIdentity& file() const noexcept { return file_; }
    int descriptor() const noexcept;  ///< of the file; valid as long as this object; -1: LMDB does not tell it
    const format::Meta& meta() const noexcept { return meta_; }
    std::uint32_t documents() const noexcept { return static_cast<std::uint32_t>(meta_.documents); }

    /// Returns a document's record, without its suppressed parts, as codes of dictionary(). Returns an empty row if the
    /// whole record is suppressed, or if the file's offsets are invalid. `docid` < documents().
    format::ContentRow content_row(std::uint32_t docid) const noexcept {
        if (suppression_ != nullptr && suppression_->changes_content(docid)) {
            return suppression_->content_row(docid);
        }
        const Chunk& chunk = content_chunk(docid);
        const std::uint32_t row = docid % format::documents_per_content_chunk;
        const std::uint32_t count = std::min(format::documents_per_content_chunk, documents() - (docid - row));
        return format::content_row(chunk.bytes, chunk.size, row, count);
    }
    /// Appends `{"id":"…","content":{…}` of a document. Returns false, with `out` unchanged, if the whole record is
    /// suppressed or the file's bytes are invalid. `docid` < documents().
    bool append_row_head(std::uint32_t docid, std::string& out) const {
        return format::append_row_head(content_row(docid), dictionary_, out);
    }
    /// Like the function above, for a row of content_row(), which may be empty.
    bool append_row_head(const format::ContentRow& row, std::string& out) const {
        return format::append_row_head(row, dictionary_, out);
    }
    /// Appends `"…":{…}`, a document as a member of an object of records. Otherwise like append_row_head().
    bool append_record_member(const format::ContentRow& row, std::string& out) const {
        return format::append_record_member(row, dictionary_, out);
    }
    /// Prefetches what content_row() reads first.
    void prefetch_row(std::uint32_t docid) const noexcept {
        const std::size_t row = docid % format::documents_per_content_chunk;
        __builtin_prefetch(content_chunk(docid).bytes + sizeof(std::uint32_t) * (row + 1));
    }

    /// Prefetches the row itself. It reads the row's offset: call it some time after prefetch_row(). `docid` <
    /// documents().
    void prefetch_row_bytes(std::uint32_t docid) const noexcept {
        const Chunk& chunk = content_chunk(docid);
        format::prefetch_row_bytes(chunk.bytes, chunk.size, docid % format::documents_per_content_chunk);
    }

    /// Prefetches what a row and its score need first. Call it as soon as a docid is known. Any docid is allowed.
    void prefetch_document(std::uint32_t docid) const noexcept {
        if (docid < documents()) {
            __builtin_prefetch(&quality[docid]);
            prefetch_row(docid);
        }
    }

    Column<format::Uuid> uuid;
    Column<place::Position> position;
    // The columns of numbers are members of the base class: quality, rating, …

    /// Map-provider id of a document, "" if it has none. `docid` < documents().
    std::string_view place_id(std::uint32_t docid) const noexcept;
    /// Prefetches a document's id and the offsets of its place id. `docid` < documents().
    void prefetch_ids(std::uint32_t docid) const noexcept {
        const Chunk& chunk = place_id_chunk(docid);
        __builtin_prefetch(&uuid[docid]);
        format::prefetch_text_bounds(chunk.bytes, chunk.size, docid % format::documents_per_column_chunk);
    }
    /// Prefetches the place id itself. It reads the id's offsets: call it some time after prefetch_ids().
    void prefetch_place_id(std::uint32_t docid) const noexcept {
        const Chunk& chunk = place_id_chunk(docid);
        format::prefetch_text(chunk.bytes, chunk.size, docid % format::documents_per_column_chunk);
    }
    /// Document of an id; no_docid if the index does not hold the id or the whole record is suppressed.
    std::uint32_t find_id(const format::Uuid& id) const noexcept;
    /// The posting lists of a term key (format/term_key.hpp); count 0 if there is no such term.
    format::TermLists term(std::string_view key) const noexcept { return term(format::hash_key(key)); }
    format::TermLists term(const format::KeyHash& hash) const noexcept;
    /// Like the function above, for an entry that was found in terms().
    format::TermLists term(const format::KeyEntry& entry) const noexcept {
        return format::read_term(entry, posting_chunks());
    }
    /// The list of a pair key (format/pair_list.hpp); count 0 if there is none.
    format::PairList pair(const format::KeyHash& hash) const noexcept;
    format::PairList pair(const format::KeyEntry& entry) const noexcept {
        return format::read_pair(entry, posting_chunks());
    }
    void prefetch_term(const format::KeyHash& hash) const noexcept { terms_.prefetch(hash); }
    const format::KeyTable& terms() const noexcept { return terms_; }
    const format::Vocabulary& vocabulary() const noexcept { return vocabulary_; }
    /// Maps keys of words (text/spelling_keys.hpp) to their numbers in the vocabulary. In files of older formats
    /// spellings(), glued_names() and glued_spellings() are empty.
    const format::SpellingTable& spellings() const noexcept { return spellings_; }
    const format::GluedNames& glued_names() const noexcept { return glued_names_; }
    /// Maps text::deletion_keys() of glued names that more than one document has to numbers for GluedNames::name().
    const format::SpellingTable& glued_spellings() const noexcept { return glued_spellings_; }
    const format::ContentDictionary& dictionary() const noexcept { return dictionary_; }

    const place::Box* boxes() const noexcept { return boxes_; }            ///< box_count() of them
    const place::Box* box_groups() const noexcept { return box_groups_; }  ///< box_group_count() of them
    std::uint32_t box_count() const noexcept;
    std::uint32_t box_group_count() const noexcept;

    /// A chunk in the map, including its padding; value_alignment-aligned.
    struct Chunk {
        const std::byte* bytes = nullptr;
        std::size_t size = 0;
    };
    /// All chunks of a section, in order.
    const std::vector<Chunk>& chunks(format::Section section) const noexcept {
        return sections_[static_cast<std::size_t>(section)];
    }

    const format::KeyTable& identities() const noexcept { return identities_; }
    const format::KeyTable& places() const noexcept { return places_; }
    const format::Rules& rules() const noexcept { return file_of_ == nullptr ? rules_ : file_of_->rules_; }
    /// The normaliser that reads links by rules().
    const identity::Normaliser& normaliser() const noexcept { return normaliser_; }

private:
    Generation() : normaliser_(rules_.suffixes, rules_.links) {}
    explicit Generation(const std::shared_ptr<const Generation>& file_of);
    format::PostingChunks posting_chunks() const noexcept {
        return {posting_chunks_.data(), posting_chunks_.size(), documents()};
    }
    const Chunk& content_chunk(std::uint32_t docid) const noexcept {
        return sections_[static_cast<std::size_t>(format::Section::content)]
                        [docid / format::documents_per_content_chunk];
    }
    const Chunk& place_id_chunk(std::uint32_t docid) const noexcept {
        return sections_[static_cast<std::size_t>(format::Section::place_ids)]
                        [docid / format::documents_per_column_chunk];
    }

    MDB_env* env_ = nullptr;
    MDB_txn* txn_ = nullptr;
    std::string path_;
    std::string name_;
    Seal seal_;
    FileIdentity file_;
    format::Meta meta_;
    std::array<std::vector<Chunk>, format::section_count + 1> sections_;  // by Section number
    format::ContentDictionary dictionary_;
    const place::Box* boxes_ = nullptr;
    const place::Box* box_groups_ = nullptr;
    format::KeyTable identities_, places_, terms_;
    std::vector<format::PostingChunks::Chunk> posting_chunks_;
    format::Vocabulary vocabulary_;
    format::SpellingTable spellings_, glued_spellings_;
    format::GluedNames glued_names_;
    format::Rules rules_;
    identity::Normaliser normaliser_;
    std::shared_ptr<const Generation> file_of_;  // the generation that has the file open; null: this one
    std::shared_ptr<const Suppression> suppression_;

    friend class GenerationOpener;
    friend class GenerationSections;
};

/// Checks every section against its checksum in meta, and every structure against its rules (docids in range, lists
/// ascending, offsets inside, rows that are JSON). This is what `verify` does. `progress`: as for check_seal(), but in
/// documents. Messages begin with the path. They say which section, which chunk, and which document or slot is wrong.
Status verify_structure(const Generation& generation, void (*progress)(std::uint64_t, std::uint64_t, void*) = nullptr,
                        void* context = nullptr);

}  // namespace bizrec::store
