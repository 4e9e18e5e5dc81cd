#include "lmdb_builder/terms/term_encoder.hpp"

#include <algorithm>

#include "bizrec/format/impact.hpp"
#include "bizrec/format/pair_list.hpp"
#include "bizrec/format/vocabulary.hpp"
#include "lmdb_builder/terms/posting_bytes.hpp"

namespace bizrec::builder {
namespace {

using format::TermKind;

constexpr std::size_t batch_list_bytes = 128U << 10;
constexpr std::size_t batch_terms = 4096;

/// Number of documents in which the word occurs only as part of their country's or state's name.
std::uint32_t count_regions(std::string_view lists) {
    std::uint32_t regions = 0;
    for_each_listed(lists, TermKind::word, [&](const RawPosting& posting) { regions += posting.is_region ? 1U : 0U; });
    return regions;
}

}  // namespace

bool TermEncodingBatch::fill(TermInverter::Cursor& cursor) {
    keys.clear();
    lists.clear();
    terms.clear();
    while (terms.size() < batch_terms && lists.size() < batch_list_bytes && cursor.next(lists)) {
        keys += cursor.key();
        terms.push_back({keys.size(), lists.size(), cursor.postings()});
    }
    return !terms.empty();
}

std::uint32_t TermEncodingBatch::longest_list() const noexcept {
    std::uint32_t longest = 0;
    for (const Term& term : terms) {
        longest = std::max(longest, term.postings);
    }
    return longest;
}

TermEncoders::TermEncoders(const DocumentFacts& documents, unsigned threads, std::uint64_t memory_bytes)
    : longest_list_(std::max(memory_bytes / threads, min_share) / encoder_bytes_a_posting),
      lanes_(threads, TermEncoder(documents)),
      long_lists_(documents) {}

bool TermEncoders::encode(TermEncodingBatch& batch, unsigned lane) {
    const bool fits = batch.longest_list() <= longest_list_;
    if (fits) {
        lanes_[lane].encode(batch);
    }
    return fits;
}

void TermEncoder::encode(TermEncodingBatch& batch) {
    batch.encoded.clear();
    batch.pairable.clear();
    batch.vocabulary.clear();
    batch.glued.clear();
    batch.postings = 0;
    std::size_t key = 0, lists = 0;
    for (const TermEncodingBatch::Term& term : batch.terms) {
        encode_term(std::string_view(batch.keys).substr(key, term.key_end - key),
                    std::string_view(batch.lists).substr(lists, term.lists_end - lists), term.postings, batch);
        key = term.key_end;
        lists = term.lists_end;
    }
}

void TermEncoder::encode_term(std::string_view key, std::string_view lists, std::uint32_t postings,
                              TermEncodingBatch& batch) {
    const auto kind = static_cast<TermKind>(key.front());
    if (format::is_glued(kind)) {
        batch.glued.push_back({std::string(key.substr(1)), kind, first_document(lists), postings});
        return;
    }
    const std::uint16_t idf = format::idf_sixteenths(documents(), postings);
    const std::uint32_t elsewhere = postings - (kind == TermKind::word ? count_regions(lists) : 0);
    const std::uint16_t idf_elsewhere =
        elsewhere == postings ? idf : format::idf_sixteenths(documents(), std::max(elsewhere, 1U));
    const bool flat = !has_saturation(kind);
    postings_.clear();
    for_each_listed(lists, kind, [&](const RawPosting& posting) {
        const std::uint16_t own = posting.is_region ? idf : idf_elsewhere;
        const bool names_largest_city = posting.names_city && facts_->in_largest_city[posting.docid];
        const std::uint8_t impact =
            flat ? 1 : format::impact(posting.saturation, own, posting.whole, names_largest_city);
        postings_.push_back({posting.docid, impact, facts_->quality_levels[posting.docid]});
    });
    format::encode_term(postings_, idf, documents(), encoded_);
    const std::string_view word = key.substr(1);
    const bool is_vocable = kind == TermKind::word && format::belongs_to_vocabulary(word);
    batch.encoded.add(key, encoded_, is_vocable);
    batch.postings += postings;
    if (kind == TermKind::label) {
        batch.glued.push_back({std::string(key.substr(1)), kind, postings_.front().docid, postings});
    }
    if (kind != TermKind::word) {
        return;
    }
    if (format::may_be_paired(postings, documents())) {
        batch.pairable.push_back({std::string(word), {}});
        PairLists::pack(postings_, batch.pairable.back().postings);
    }
    if (is_vocable) {
        batch.vocabulary.push_back({std::string(word), postings});
    }
}

void TermEncoder::encode_everything(EncodedTerms& out) {
    postings_.clear();
    postings_.reserve(documents());
    for (std::uint32_t docid = 0; docid < documents(); ++docid) {
        postings_.push_back({docid, 1, facts_->quality_levels[docid]});
    }
    std::string key;
    format::term_key(TermKind::everything, {}, key);
    format::encode_term(postings_, format::idf_sixteenths(documents(), documents()), documents(), encoded_);
    out.add(key, encoded_);
}

}  // namespace bizrec::builder
