#include "lmdb_builder/build/index_stage.hpp"

#include <limits>

#include "bizrec/identity/identity.hpp"
#include "bizrec/text/analyser.hpp"
#include "lmdb_builder/build/failure.hpp"
#include "lmdb_builder/build/term_sections.hpp"
#include "lmdb_builder/build/workers.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t greatest_documents = std::numeric_limits<std::uint32_t>::max() - 1ULL;

}  // namespace

IndexStage::IndexStage(Workers& workers, store::IndexWriter& writer, const PlaceCatalog& catalog,
                       const std::string& temp_folder, std::uint64_t memory_bytes,
                       const std::set<std::string>& shared_domains, const format::TextStatistics& text,
                       const format::ContentPhrases& phrases)
    : workers_(&workers),
      writer_(&writer),
      temp_folder_(temp_folder),
      memory_bytes_(memory_bytes),
      phrases_(&phrases),
      columns_(temp_folder),
      identities_(temp_folder, memory_bytes / 4, shared_domains),
      places_(catalog),
      ids_(temp_folder, text.documents),
      terms_(workers, temp_folder, memory_bytes - memory_bytes / 4) {
    if (text.documents > greatest_documents) {
        throw BuildFailure("more than " + std::to_string(greatest_documents) +
                           " records: split the input by country into several indexes");
    }
    meta_.identity_rules = identity::identity_rules_version();
    meta_.analyser = text::analyser_version();
    meta_.text = text;
    quality_levels_.reserve(text.documents);
    if (!phrases.chunk().empty()) {
        must(writer_->append(format::Section::dictionary, phrases.chunk().data(), phrases.chunk().size()));
    }
}

void IndexStage::write_documents(const NextDocument& next, const Done& done) {
    std::uint32_t taken = 0;
    workers_->pipeline<DocumentBatch>(
        workers_->pipeline_items(),
        [&](DocumentBatch& batch) {
            const bool some = batch.fill(taken, next);
            taken += static_cast<std::uint32_t>(batch.size());
            return some;
        },
        [this](DocumentBatch& batch) { batch.process(meta_.text, *phrases_); },
        [this](const DocumentBatch& batch) { write_content(batch); },
        [&](const DocumentBatch& batch) {
            collect(batch);
            done(meta_.documents, meta_.text.documents);
        });
}

void IndexStage::write_content(const DocumentBatch& batch) {
    for (const std::string& chunk : batch.content_chunks()) {
        must(writer_->append(format::Section::content, chunk.data(), chunk.size()));
    }
}

void IndexStage::collect(const DocumentBatch& batch) {
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const Document& document = batch[i];
        const auto docid = static_cast<std::uint32_t>(meta_.documents++);
        meta_.content_bytes += document.json.size();
        columns_.add(document.columns);
        boxes_.add(document.columns.position);
        places_.add(docid, document.place);
        ids_.add(document.columns.id, document.place_id);
        quality_levels_.push_back(static_cast<std::uint8_t>(format::quality_level(document.columns.quality)));
    }
    identities_.add(batch.identities());
    terms_.add(batch.terms());
}

void IndexStage::write_keys() {
    workers_->for_each(2, [this](std::size_t which) { which == 0 ? terms_.finish() : identities_.finish(); });
    columns_.write(*writer_);
    ids_.write(*writer_);
    boxes_.write(*writer_);
    identities_.write(*workers_, *writer_, meta_);
    places_.write(*workers_, *writer_, meta_);
}

void IndexStage::write_terms(const Done& done) {
    TermSections sections(*workers_, *writer_, temp_folder_, memory_bytes_ / 4, quality_levels_);
    sections.write(
        terms_.read(), [&](std::uint64_t postings) { done(postings, terms_.postings()); }, meta_);
}

void IndexStage::write_suffixes(const std::string& serialised) {
    must(writer_->append(format::Section::suffixes, serialised.data(), serialised.size()));
}

}  // namespace bizrec::builder
