#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bizrec/format/content.hpp"
#include "bizrec/store/suppression_list.hpp"
#include "bizrec/store/visible_lists.hpp"

namespace bizrec::store {

class Generation;

/// A list of suppressions, applied to the documents of one generation: a bit per document for searches and one for
/// enrichments, and a table of the records without their listed parts. Immutable and thread-safe.
///
/// A record that is listed as a whole is removed everywhere. If a part of a record is listed, the part is cut out of
/// what is returned. Until the next build, requests that find records by the member in which the part lies
/// (suppressed_field.hpp) do not find this record, because the index cannot tell which of its words, keys or places
/// came from the part.
class Suppression {
public:
    /// Decodes the records that have listed parts, and cuts these out. `generation` must have no suppression() of its
    /// own. Throws std::bad_alloc.
    static std::shared_ptr<const Suppression> make(std::shared_ptr<const SuppressionList> list,
                                                   const Generation& generation);

    const SuppressionList& list() const noexcept { return *list_; }

    /// Here and below, `docid` < documents of the generation.
    bool hides_from_search(std::uint32_t docid) const noexcept { return search_.holds(docid); }
    bool hides_from_enrichment(std::uint32_t docid) const noexcept { return enrichment_.holds(docid); }
    /// Whether the whole record is suppressed: it is listed as a whole, or a part of it is listed and its row is
    /// damaged, so that the part cannot be cut.
    bool is_gone(std::uint32_t docid) const noexcept;
    /// The ids of the records for which is_gone() is true, ascending.
    const std::vector<format::Uuid>& gone_ids() const noexcept { return gone_ids_; }
    /// Documents that searches do not find, ascending.
    const std::vector<std::uint32_t>& hidden_from_search() const noexcept { return search_.docids; }
    /// The number of hidden_from_search() that are below `docid`, which is at most the number of documents.
    std::uint32_t hidden_from_search_below(std::uint32_t docid) const noexcept { return search_.count_below(docid); }

    /// Lists of identity keys without the documents that enrichment does not find.
    VisibleLists& visible_lists() const noexcept { return visible_lists_; }

    /// Whether content_row() differs from the index's own row.
    bool changes_content(std::uint32_t docid) const noexcept { return changed_.holds(docid); }
    /// The record without its listed parts, for a document for which changes_content() is true; an empty row if the
    /// whole record is suppressed.
    format::ContentRow content_row(std::uint32_t docid) const noexcept;

private:
    struct Documents {
        std::vector<std::uint64_t> words;
        std::vector<std::uint32_t> docids;
        std::vector<std::uint32_t> before;  ///< for each word: the documents in the words before it
        bool holds(std::uint32_t docid) const noexcept { return (words[docid / 64] >> (docid % 64) & 1U) != 0; }
        std::uint32_t count_below(std::uint32_t docid) const noexcept {
            const std::uint64_t below = words[docid / 64] & ((std::uint64_t{1} << (docid % 64)) - 1);
            return before[docid / 64] + static_cast<std::uint32_t>(__builtin_popcountll(below));
        }
        void finish(std::uint32_t documents);
    };
    struct Maker;

    std::shared_ptr<const SuppressionList> list_;
    Documents search_, enrichment_;
    Documents changed_;  ///< documents whose content_row() is not the one of the file: all of gone_ and cut_
    std::vector<std::uint32_t> gone_;
    std::vector<format::Uuid> gone_ids_;
    std::vector<std::uint32_t> cut_;  ///< ascending; rows_ has its rows in this order
    std::string rows_;                ///< the rows of cut_, as a content chunk
    mutable VisibleLists visible_lists_;
};

}  // namespace bizrec::store
