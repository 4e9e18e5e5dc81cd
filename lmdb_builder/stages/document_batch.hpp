#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bizrec/format/content_phrases.hpp"
#include "bizrec/format/impact.hpp"
#include "lmdb_builder/document/document.hpp"
#include "lmdb_builder/document/encoded_documents.hpp"
#include "lmdb_builder/sections/identity_postings.hpp"
#include "lmdb_builder/terms/term_batch.hpp"

namespace bizrec::builder {

/// Appends the next docid's encoded document (document.hpp) to `to`. Returns false if there are no more.
using NextDocument = std::function<bool(std::string& to)>;

/// A sequence of documents, and the results that any thread can compute from them alone. fill() copies the documents'
/// bytes on the thread that merges; process() decodes them on any thread. Each batch begins with a new chunk of
/// content. How the documents are split into batches does not change the index.
class DocumentBatch {
public:
    static constexpr std::size_t document_limit = 1024;  ///< a multiple of documents_per_content_chunk
    static constexpr std::size_t default_bytes = 4U << 20;

    /// Fills the batch. `first`: docid of its first document. If documents are long, the batch ends with the chunk of
    /// content that reaches `enough_bytes`. Returns false if there are no more documents.
    bool fill(std::uint32_t first, const NextDocument& next, std::size_t enough_bytes = default_bytes);
    /// Computes the results below. Throws BuildFailure for bytes that encode_document() did not write.
    void process(const format::TextStatistics& statistics, const format::ContentPhrases& phrases);

    std::uint32_t first() const noexcept { return first_; }
    std::size_t size() const noexcept { return encoded_.size(); }

    // Results of process().
    /// Everything except `json` and `terms`, which stay empty.
    const Document& operator[](std::size_t i) const noexcept { return documents_[i]; }
    std::uint64_t json_bytes() const noexcept { return json_bytes_; }  ///< of all records
    const std::vector<std::string>& content_chunks() const noexcept { return content_chunks_; }
    const std::vector<KeyedPosting>& identities() const noexcept { return identities_; }
    const TermBatch& terms() const noexcept { return terms_; }

private:
    EncodedDocuments encoded_;
    std::vector<Document> documents_;  // only the first size() are valid
    std::uint32_t first_ = 0;
    std::uint64_t json_bytes_ = 0;
    std::vector<std::string> content_chunks_;
    std::vector<KeyedPosting> identities_;
    TermBatch terms_;
};

}  // namespace bizrec::builder
