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

/// Some terms that follow each other, with what a thread makes of them.
struct TermEncodingBatch {
    struct Term {
        std::size_t key_end = 0;    ///< in `keys`, where it begins behind the term before it
        std::size_t lists_end = 0;  ///< in `lists`, likewise
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
        std::string form;  ///< of a label its words
        format::TermKind kind{};
        std::uint32_t first = 0;  ///< document
        std::uint32_t documents = 0;
    };

    /// Takes terms until there is a batch of them. False: there were none.
    bool fill(TermInverter::Cursor& cursor);
    std::uint32_t longest_list() const noexcept;  ///< postings

    std::string keys, lists;
    std::vector<Term> terms;

    EncodedTerms encoded;
    std::vector<Pairable> pairable;   ///< words that may have pairs
    std::vector<Vocable> vocabulary;  ///< words that typing errors may mean
    std::vector<Glued> glued;         ///< names and labels without spaces
    std::uint64_t postings = 0;
    bool is_encoded = false;
};

/// What encoders know of each document.
struct DocumentFacts {
    std::vector<std::uint8_t> quality_levels;
    std::vector<bool> in_largest_city;  ///< in the largest of several cities of one name (LargestCities)
};

/// Memory of an encoder for each posting of the longest list that it has encoded.
inline constexpr std::uint64_t encoder_bytes_a_posting = 20;

/// Encodes terms; one object a thread, apart in memory from the others': it is written all the time. Memory:
/// encoder_bytes_a_posting of the longest list that it has seen.
class alignas(64) TermEncoder {
public:
    explicit TermEncoder(const DocumentFacts& documents) : facts_(&documents) {}

    void encode(TermEncodingBatch& batch);
    /// The list of all documents.
    void encode_everything(EncodedTerms& out);

private:
    void encode_term(std::string_view key, std::string_view lists, std::uint32_t postings, TermEncodingBatch& batch);
    std::uint32_t documents() const noexcept { return static_cast<std::uint32_t>(facts_->quality_levels.size()); }

    const DocumentFacts* facts_;
    std::vector<format::TermPosting> postings_;
    format::EncodedTerm encoded_;
};

/// The encoders of several threads in bounded memory: each keeps as much as the longest list that it has encoded, so
/// lists too long for a thread's share are encoded by one encoder for all, one after the other.
class TermEncoders {
public:
    /// `memory_bytes`: of all threads together; each has room for lists of min_share bytes.
    TermEncoders(const DocumentFacts& documents, unsigned threads, std::uint64_t memory_bytes);

    static constexpr std::uint64_t min_share = 1U << 20;

    /// Several at a time, each with a lane of its own. False: a list of the batch is too long, encode_long() does it.
    bool encode(TermEncodingBatch& batch, unsigned lane);
    /// One at a time.
    void encode_long(TermEncodingBatch& batch) { long_lists_.encode(batch); }

private:
    std::uint64_t longest_list_;  // postings, of a batch that a lane encodes
    std::vector<TermEncoder> lanes_;
    TermEncoder long_lists_;
};

}  // namespace bizrec::builder
