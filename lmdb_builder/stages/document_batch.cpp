#include "lmdb_builder/stages/document_batch.hpp"

#include "bizrec/format/content.hpp"

namespace bizrec::builder {

bool DocumentBatch::fill(std::uint32_t first, const NextDocument& next, std::size_t enough_bytes) {
    if (encoded_.bytes() > default_bytes) {
        encoded_ = {};  // frees the memory of a very large document, because most documents are small
        documents_ = {};
    }
    first_ = first;
    encoded_.clear();
    while (size() < document_limit &&
           (size() % format::documents_per_content_chunk != 0 || encoded_.bytes() < enough_bytes) &&
           encoded_.add(next)) {
    }
    return size() > 0;
}

void DocumentBatch::process(const format::TextStatistics& statistics, const format::ContentPhrases& phrases) {
    json_bytes_ = 0;
    content_chunks_.clear();
    identities_.clear();
    terms_.clear();
    if (documents_.size() < size()) {
        documents_.resize(size());
    }
    format::ContentChunkBuilder content(phrases);
    for (std::size_t i = 0; i < size(); ++i) {
        Document& document = documents_[i];
        const std::string_view terms = decode_facts(encoded_[i], document);
        const std::string_view json = json_of(encoded_[i]);
        const auto docid = static_cast<std::uint32_t>(first_ + i);
        json_bytes_ += json.size();
        content.add(document.columns.id, json);
        if (content.count() == format::documents_per_content_chunk || i + 1 == size()) {
            content_chunks_.push_back(content.finish());
        }
        append_postings(docid, document.columns, document.keys, identities_);
        terms_.add(docid, terms, statistics);
    }
    terms_.finish();
}

}  // namespace bizrec::builder
