#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "bizrec/format/id_table.hpp"
#include "bizrec/format/impact.hpp"
#include "bizrec/format/key_table.hpp"
#include "bizrec/format/key_table_builder.hpp"
#include "bizrec/format/term_list_builder.hpp"
#include "bizrec/format/text_column.hpp"
#include "bizrec/format/vocabulary.hpp"

/// The sections of text search written in the plainest way, for indexes that a test makes by hand.
namespace bizrec::store::test {

/// By term key (format/term_key.hpp): ascending docids; the quality level is filled in.
using TermMap = std::map<std::string, std::vector<format::TermPosting>>;

struct TermSections {
    std::vector<std::vector<std::byte>> terms;     ///< chunks of Section::terms
    std::vector<std::vector<std::byte>> postings;  ///< chunks of Section::postings
};

/// `level`: quality level of a docid. `partitions` and `chunk_bytes` as small as a test wants them.
template <class Level>
TermSections encode_terms(const TermMap& terms, std::uint32_t documents, Level level, std::uint32_t partitions = 1,
                          std::size_t chunk_bytes = std::size_t{1} << 20) {
    TermSections sections;
    std::vector<format::KeyPartitionBuilder> builders(partitions);
    format::EncodedTerm encoded;
    for (auto [key, postings] : terms) {
        for (format::TermPosting& posting : postings) {
            posting.quality_level = level(posting.docid);
        }
        format::encode_term(postings, format::idf_sixteenths(documents, postings.size()), documents, encoded);
        if (!encoded.lists.empty()) {
            if (sections.postings.empty() || sections.postings.back().size() + encoded.lists.size() > chunk_bytes) {
                sections.postings.emplace_back();
            }
            std::vector<std::byte>& chunk = sections.postings.back();
            encoded.place(static_cast<std::uint32_t>(sections.postings.size() - 1), chunk.size());
            chunk.insert(chunk.end(), encoded.lists.begin(), encoded.lists.end());
        }
        const auto hash = format::hash_key(key);
        builders[format::partition_of(hash, partitions)].add(
            hash, encoded.numbers.data(), static_cast<std::uint32_t>(encoded.numbers.size()), encoded.aux);
    }
    for (format::KeyPartitionBuilder& builder : builders) {
        sections.terms.push_back(builder.finish());
    }
    return sections;
}

/// The chunk of Section::id_buckets. `id`: of a docid.
template <class Id>
std::vector<std::byte> encode_ids(std::uint32_t documents, Id id) {
    std::vector<std::uint32_t> buckets(documents);
    for (std::uint32_t docid = 0; docid < documents; ++docid) {
        buckets[docid] = format::id_bucket_of(id(docid), format::id_bucket_count(documents));
    }
    return format::encode_id_buckets(buckets);
}

/// Chunks of Section::place_ids. `text`: of a docid.
template <class Text>
std::vector<std::string> encode_place_ids(std::uint32_t documents, Text text) {
    std::vector<std::string> chunks;
    format::TextColumnChunkBuilder builder;
    for (std::uint32_t docid = 0; docid < documents; ++docid) {
        builder.add(text(docid));
        if (builder.count() == format::documents_per_column_chunk || docid + 1 == documents) {
            chunks.push_back(builder.finish());
        }
    }
    return chunks;
}

/// Chunks of Section::vocabulary; `words` ascending.
inline std::vector<std::string> encode_vocabulary(const std::vector<std::string>& words) {
    std::vector<std::string> chunks;
    format::VocabularyChunkBuilder builder;
    for (std::size_t i = 0; i < words.size(); ++i) {
        builder.add(words[i]);
        if (builder.count() == format::words_per_chunk || i + 1 == words.size()) {
            chunks.push_back(builder.finish());
        }
    }
    return chunks;
}

}  // namespace bizrec::store::test
