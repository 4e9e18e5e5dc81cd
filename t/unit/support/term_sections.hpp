#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "bizrec/format/bucket_table_builder.hpp"
#include "bizrec/format/glued_names.hpp"
#include "bizrec/format/id_table.hpp"
#include "bizrec/format/impact.hpp"
#include "bizrec/format/key_table.hpp"
#include "bizrec/format/key_table_builder.hpp"
#include "bizrec/format/spelling_table_builder.hpp"
#include "bizrec/format/term_key.hpp"
#include "bizrec/format/term_list_builder.hpp"
#include "bizrec/format/term_list_layout.hpp"
#include "bizrec/format/text_column.hpp"
#include "bizrec/format/vocabulary.hpp"
#include "bizrec/text/spelling_keys.hpp"

/// Writes the sections of text search in the simplest way, for indexes that a test makes by hand.
namespace bizrec::store::test {

/// By term key (format/term_key.hpp): ascending docids. encode_terms() fills in the quality level.
using TermMap = std::map<std::string, std::vector<format::TermPosting>>;

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

/// The data derived from the vocabulary: chunks of Section::spellings, and the rival bytes of its words.
struct SpellingChunks {
    std::vector<std::string> spellings;
    std::vector<std::uint8_t> rivals;
};
inline SpellingChunks encode_spellings(const std::vector<std::string>& words,
                                       const std::vector<std::uint32_t>& documents) {
    const std::vector<std::string> vocabulary_chunks = encode_vocabulary(words);
    std::vector<format::Vocabulary::Chunk> views;
    for (const std::string& chunk : vocabulary_chunks) {
        views.push_back({reinterpret_cast<const std::byte*>(chunk.data()), chunk.size()});
    }
    const format::Vocabulary vocabulary = format::Vocabulary::open(views).value();
    format::SpelledWords spelled;
    spelled.words = &vocabulary;
    spelled.documents = documents.data();
    spelled.numbers_below = vocabulary.size();
    spelled.with_sounds = true;
    format::SpellingTableBuilder builder(spelled, 1, 1U << 20);
    SpellingChunks chunks;
    while (builder.next_round()) {
        builder.collect(0, 0, vocabulary.size());
        for (std::uint32_t i = 0; i < builder.round_size(); ++i) {
            chunks.spellings.push_back(builder.encode(0, i));
        }
    }
    chunks.rivals = builder.rivals();
    return chunks;
}

/// The number of documents of each word, from the lists of a TermMap.
inline std::vector<std::uint32_t> documents_of(const TermMap& terms, const std::vector<std::string>& words) {
    std::vector<std::uint32_t> documents;
    for (const std::string& word : words) {
        const auto found = terms.find(static_cast<char>(format::TermKind::word) + word);
        documents.push_back(found == terms.end() ? 0 : static_cast<std::uint32_t>(found->second.size()));
    }
    return documents;
}

struct TermSections {
    std::vector<std::vector<std::byte>> terms;     ///< chunks of Section::terms
    std::vector<std::vector<std::byte>> postings;  ///< chunks of Section::postings
};

/// By term key; a missing key has rival 0.
using RivalMap = std::map<std::string, std::uint8_t>;
inline RivalMap rivals_of(const std::vector<std::string>& vocabulary, const SpellingChunks& spelled) {
    RivalMap rivals;
    for (std::size_t i = 0; i < vocabulary.size(); ++i) {
        rivals[static_cast<char>(format::TermKind::word) + vocabulary[i]] = spelled.rivals[i];
    }
    return rivals;
}

/// `level(docid)`: the quality level. Tests may set small values for `partitions` and `chunk_bytes`.
template <class Level>
TermSections encode_terms(const TermMap& terms, const RivalMap& rivals, std::uint32_t documents, Level level,
                          std::uint32_t partitions = 1, std::size_t chunk_bytes = std::size_t{1} << 20) {
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
        if (const auto rival = rivals.find(key); rival != rivals.end()) {
            encoded.aux[1] = format::with_rival(encoded.aux[1], rival->second);
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

/// The chunk of Section::id_buckets. `id(docid)`: the id of a document.
template <class Id>
std::vector<std::byte> encode_ids(std::uint32_t documents, Id id) {
    std::vector<std::uint32_t> buckets(documents);
    for (std::uint32_t docid = 0; docid < documents; ++docid) {
        buckets[docid] = format::id_bucket_of(id(docid), format::id_bucket_count(documents));
    }
    return format::encode_id_buckets(buckets);
}

/// Chunks of Section::place_ids. `text(docid)`: the place id of a document.
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

/// A name without spaces, as the section `glued_names` stores it.
struct TestGluedName {
    std::uint64_t key = 0;
    std::uint32_t docid = 0, count = 1;
    bool is_name = true;
    std::string spelled;  ///< "": not in `glued_spellings`
};
struct GluedChunks {
    std::string names, spellings;
};
inline GluedChunks encode_glued_names(std::vector<TestGluedName> names, std::uint32_t documents) {
    std::sort(names.begin(), names.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
    std::vector<format::BucketEntry> entries, spellings;
    std::vector<std::uint64_t> keys;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const TestGluedName& name = names[i];
        entries.push_back(
            {name.key, format::GluedValue::pack(name.docid, format::count_byte(name.count), name.is_name)});
        text::deletion_keys(name.spelled, keys);
        for (const std::uint64_t key : keys) {
            spellings.push_back({key, i});
        }
    }
    std::sort(spellings.begin(), spellings.end());
    return {format::encode_bucket_partition(entries.data(), entries.data() + entries.size(), 1,
                                            format::GluedValue::bits(documents)),
            format::encode_bucket_partition(spellings.data(), spellings.data() + spellings.size(), 1,
                                            format::bits_below(names.size()))};
}

}  // namespace bizrec::store::test
