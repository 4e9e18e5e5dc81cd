#include "lmdb_builder/terms/term_sections.hpp"

#include <algorithm>

#include "bizrec/format/pair_list.hpp"
#include "bizrec/store/index_writer.hpp"
#include "lmdb_builder/sections/chunk_spool.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/workers.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t pairs_a_batch = 32;

/// A sequence of encoded pairs.
struct PairBatch {
    std::size_t first = 0, last = 0;
    EncodedTerms encoded;
};

void encode_pairs(const PairLists::Round& round, PairBatch& batch) {
    std::vector<format::PairPosting> postings;
    format::EncodedTerm encoded;
    std::string key;
    batch.encoded.clear();
    for (std::size_t pair = batch.first; pair < batch.last; ++pair) {
        round.postings(pair, postings);
        format::encode_pair(postings, encoded);
        format::pair_key(round.a(pair), round.b(pair), key);
        batch.encoded.add(key, encoded);
    }
}

}  // namespace

TermSections::TermSections(Workers& workers, store::IndexWriter& writer, const std::string& temp_folder,
                           std::uint64_t memory_bytes, const DocumentFacts& documents, const text::NumberWords& numbers)
    : workers_(&workers),
      writer_(&writer),
      facts_(&documents),
      temp_folder_(temp_folder),
      memory_bytes_(memory_bytes),
      postings_(writer, temp_folder, memory_bytes / 3),
      pairs_(temp_folder, memory_bytes / 3 * 2, static_cast<std::uint32_t>(documents.quality_levels.size())),
      glued_(numbers) {}

void TermSections::write(TermInverter::Cursor terms, const Done& done, format::Meta& meta) {
    write_everything();
    write_terms(terms, done);
    write_pairs();
    ChunkSpool spellings(temp_folder_);
    postings_.finish(*workers_, make_spellings(spellings));
    meta.terms = postings_.terms();
    write_vocabulary(spellings, meta);
    glued_.write(*workers_, *writer_, static_cast<std::uint32_t>(facts_->quality_levels.size()), memory_bytes_ / 3 * 2);
}

/// Writes the spellings to the spool, and returns the rival byte of each word. Must run before postings_.finish(),
/// because the entries of words in the section `terms` contain these bytes.
std::vector<std::uint8_t> TermSections::make_spellings(ChunkSpool& spellings) {
    format::SpelledWords spelled;
    spelled.words = &vocabulary_.words();
    spelled.documents = vocabulary_.documents().data();
    spelled.numbers_below = spelled.words->size();
    spelled.with_sounds = true;
    return write_spellings(*workers_, spelled, memory_bytes_ / 3 * 2,
                           [&spellings](std::string_view chunk) { spellings.add(chunk); });
}

void TermSections::write_vocabulary(ChunkSpool& spellings, format::Meta& meta) {
    for (const std::string& chunk : vocabulary_.chunks()) {
        must(writer_->append(format::Section::vocabulary, chunk.data(), chunk.size()));
    }
    spellings.write(*writer_, format::Section::spellings);
    meta.vocabulary_words = vocabulary_.size();
    vocabulary_ = {};
}

void TermSections::write_everything() {
    EncodedTerms everything;
    TermEncoder(*facts_).encode_everything(everything);
    postings_.add(everything);
}

void TermSections::write_terms(TermInverter::Cursor& terms, const Done& done) {
    TermEncoders encoders(*facts_, workers_->count(), memory_bytes_ / 3);
    std::uint64_t written = 0;
    workers_->pipeline<TermEncodingBatch>(
        workers_->pipeline_items(), [&terms](TermEncodingBatch& batch) { return batch.fill(terms); },
        [&encoders](TermEncodingBatch& batch, unsigned lane) { batch.is_encoded = encoders.encode(batch, lane); },
        [&](TermEncodingBatch& batch) {
            if (!batch.is_encoded) {
                encoders.encode_long(batch);
            }
            postings_.add(batch.encoded);
            for (const TermEncodingBatch::Pairable& pairable : batch.pairable) {
                pairs_.add(pairable.word, pairable.postings);
            }
            for (const TermEncodingBatch::Vocable& vocable : batch.vocabulary) {
                vocabulary_.add(vocable.word, vocable.documents);
            }
            for (const TermEncodingBatch::Glued& glued : batch.glued) {
                glued_.add(glued);
            }
            done(written += batch.postings);
        });
}

void TermSections::write_pairs() {
    pairs_.for_each(*workers_, facts_->quality_levels, [this](const PairLists::Round& round) {
        std::size_t next = 0;
        workers_->pipeline<PairBatch>(
            workers_->pipeline_items(),
            [&](PairBatch& batch) {
                batch.first = next;
                next = std::min(next + pairs_a_batch, round.size());
                batch.last = next;
                return batch.first < batch.last;
            },
            [&round](PairBatch& batch) { encode_pairs(round, batch); },
            [this](PairBatch& batch) { postings_.add(batch.encoded); });
    });
}

}  // namespace bizrec::builder
