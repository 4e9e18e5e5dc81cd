#include "lmdb_builder/build/document_batch.hpp"

#include <algorithm>

#include "bizrec/format/content.hpp"

namespace bizrec::builder {

bool DocumentBatch::fill(std::uint32_t first, const NextDocument& next) {
    if (bytes_ > enough_bytes) {
        documents_ = {};  // a giant's memory is not kept for documents of common size
    }
    first_ = first;
    size_ = bytes_ = 0;
    while (size_ < most_documents && (size_ % format::documents_per_content_chunk != 0 || bytes_ < enough_bytes)) {
        if (size_ == documents_.size()) {
            documents_.emplace_back();
        }
        if (!next(documents_[size_])) {
            break;
        }
        bytes_ += documents_[size_].json.size() + documents_[size_].terms.size();
        ++size_;
    }
    return size_ > 0;
}

void DocumentBatch::process(const format::TextStatistics& statistics, const format::ContentPhrases& phrases) {
    encode_content(phrases);
    identities_.clear();
    terms_.clear();
    for (std::size_t i = 0; i < size_; ++i) {
        const Document& document = documents_[i];
        const auto docid = static_cast<std::uint32_t>(first_ + i);
        append_postings(docid, document.columns, document.keys, identities_);
        terms_.add(docid, document.terms, statistics);
    }
    terms_.finish();
}

void DocumentBatch::encode_content(const format::ContentPhrases& phrases) {
    content_chunks_.clear();
    format::ContentChunkBuilder builder(phrases);
    for (std::size_t i = 0; i < size_; ++i) {
        builder.add(documents_[i].columns.id, documents_[i].json);
        if (builder.count() == format::documents_per_content_chunk || i + 1 == size_) {
            content_chunks_.push_back(builder.finish());
        }
    }
}

}  // namespace bizrec::builder
