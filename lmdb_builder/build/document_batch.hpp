#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bizrec/format/content_phrases.hpp"
#include "bizrec/format/impact.hpp"
#include "lmdb_builder/build/document.hpp"
#include "lmdb_builder/build/identity_postings.hpp"
#include "lmdb_builder/build/term_batch.hpp"

namespace bizrec::builder {

/// The next docid's document, into one that may hold an earlier one. False: there is no more.
using NextDocument = std::function<bool(Document& document)>;

/// Documents that follow each other, and what any thread can make of them alone. Batches begin at whole chunks of
/// content; how the documents are cut into them changes nothing in the index.
class DocumentBatch {
public:
    static constexpr std::size_t most_documents = 1024;  ///< a multiple of documents_per_content_chunk
    /// A batch of long documents ends with the chunk of content that reaches this.
    static constexpr std::size_t enough_bytes = 4U << 20;

    /// `first`: docid of its first document. False: there are no more.
    bool fill(std::uint32_t first, const NextDocument& next);
    void process(const format::TextStatistics& statistics, const format::ContentPhrases& phrases);

    std::uint32_t first() const noexcept { return first_; }
    std::size_t size() const noexcept { return size_; }
    const Document& operator[](std::size_t i) const noexcept { return documents_[i]; }

    // What process() makes.
    const std::vector<std::string>& content_chunks() const noexcept { return content_chunks_; }
    const std::vector<KeyedPosting>& identities() const noexcept { return identities_; }
    const TermBatch& terms() const noexcept { return terms_; }

private:
    void encode_content(const format::ContentPhrases& phrases);

    std::vector<Document> documents_;
    std::size_t size_ = 0, bytes_ = 0;
    std::uint32_t first_ = 0;
    std::vector<std::string> content_chunks_;
    std::vector<KeyedPosting> identities_;
    TermBatch terms_;
};

}  // namespace bizrec::builder
