#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/term_key.hpp"
#include "bizrec/format/term_list_builder.hpp"
#include "lmdb_builder/terms/encoded_terms.hpp"
#include "lmdb_builder/terms/pair_lists.hpp"
#include "lmdb_builder/terms/term_inverter.hpp"

namespace bizrec::builder {

/// A sequence of terms, and the results that a thread computes from them.
struct TermEncodingBatch {
    struct Term {
        std::size_t key_end = 0;    ///< end in `keys`; the key begins at the end of the previous term's key
        std::size_t lists_end = 0;  ///< end in `lists`; the lists begin at the end of the previous term's lists
        std::uint32_t postings = 0;
    };
    struct Pairable {
        std::string word;
        PairablePostings postings;
    };

    struct Vocable {
        std::string word;
        std::uint32_t documents = 0;
    };
    struct Glued {
        std::string form;  ///< without spaces; for TermKind::label: the label's whole_text_key()
        format::TermKind kind{};
        std::uint32_t first = 0;  ///< docid of its first document
        std::uint32_t documents = 0;
    };

    /// Replaces the terms of the batch with the next ones of `cursor`, until the batch is full or no term is left.
    /// Returns false if no term was left.
    bool fill(TermInverter::Cursor& cursor);
    std::uint32_t longest_list() const noexcept;  ///< number of postings

    std::string keys, lists;
    std::vector<Term> terms;

    EncodedTerms encoded;
    std::vector<Pairable> pairable;   ///< frequent words, for PairLists
    std::vector<Vocable> vocabulary;  ///< words that can be corrections of mistyped words
    std::vector<Glued> glued;         ///< names and labels, for GluedSections
    std::uint64_t postings = 0;
    bool is_encoded = false;
};

/// Facts about each document that encoders use.
struct DocumentFacts {
    std::vector<std::uint8_t> quality_levels;
    std::vector<bool> in_largest_city;  ///< by docid; the largest of several cities with the same name (LargestCities)
};

/// Memory of an encoder, in bytes per posting of the longest list that it has encoded.
inline constexpr std::uint64_t encoder_bytes_a_posting = 20;

/// Encodes terms. Use one object per thread. Objects are on separate cache lines, because they are written all the
/// time. Memory: encoder_bytes_a_posting per posting of the longest list so far.
class alignas(64) TermEncoder {
public:
    explicit TermEncoder(const DocumentFacts& documents) : facts_(&documents) {}

    void encode(TermEncodingBatch& batch);
    /// Encodes the list of all documents.
    void encode_everything(EncodedTerms& out);

private:
    void encode_term(std::string_view key, std::string_view lists, std::uint32_t postings, TermEncodingBatch& batch);
    std::uint32_t documents() const noexcept { return static_cast<std::uint32_t>(facts_->quality_levels.size()); }

    const DocumentFacts* facts_;
    std::vector<format::TermPosting> postings_;
    format::EncodedTerm encoded_;
};

/// The encoders of several threads in bounded memory. Each encoder keeps the memory of the longest list that it has
/// encoded. Therefore a single shared encoder encodes lists that are too long for a thread's share, one after the
/// other.
class TermEncoders {
public:
    /// `memory_bytes`: for the encoders of all threads together; each thread has at least min_share bytes.
    TermEncoders(const DocumentFacts& documents, unsigned threads, std::uint64_t memory_bytes);

    static constexpr std::uint64_t min_share = 1U << 20;

    /// Encodes a batch. If one of its lists is too long for a lane, returns false and encodes nothing: then call
    /// encode_long(). Thread-safe if each thread has its own lane.
    bool encode(TermEncodingBatch& batch, unsigned lane);
    /// Only one thread at a time may call it.
    void encode_long(TermEncodingBatch& batch) { long_lists_.encode(batch); }

private:
    std::uint64_t longest_list_;  // postings of the longest list that a lane encodes
    std::vector<TermEncoder> lanes_;
    TermEncoder long_lists_;
};

}  // namespace bizrec::builder
