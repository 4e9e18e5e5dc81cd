#include "lmdb_builder/stages/index_stage.hpp"

#include <algorithm>
#include <utility>

#include "bizrec/base/date_time.hpp"
#include "bizrec/format/layout.hpp"
#include "bizrec/identity/identity.hpp"
#include "bizrec/text/analyser.hpp"
#include "lmdb_builder/system/size_limits.hpp"
#include "lmdb_builder/system/workers.hpp"
#include "lmdb_builder/terms/term_sections.hpp"

namespace bizrec::builder {
namespace {

/// The size of one batch. All batches in progress together get an eighth of the memory. A batch needs three times its
/// encoded size, because its decoded form is about twice as long and is kept in addition.
std::size_t batch_bytes(std::uint64_t memory_bytes, std::size_t batches) noexcept {
    constexpr std::uint64_t minimum = 64U << 10;
    return static_cast<std::size_t>(
        std::clamp<std::uint64_t>(memory_bytes / 8 / 3 / batches, minimum, DocumentBatch::default_bytes));
}

}  // namespace

IndexStage::IndexStage(Workers& workers, store::IndexWriter& writer, const PlaceCatalog& catalog, CityNames cities,
                       const std::string& temp_folder, std::uint64_t memory_bytes, const SharedKeys& shared_domains,
                       const format::TextStatistics& text, const format::ContentPhrases& phrases)
    : workers_(&workers),
      writer_(&writer),
      temp_folder_(temp_folder),
      memory_bytes_(memory_bytes),
      phrases_(&phrases),
      columns_(temp_folder),
      identities_(temp_folder, memory_bytes / 4, shared_domains),
      places_(catalog, std::move(cities)),
      ids_(temp_folder, text.documents),
      terms_(workers, temp_folder, memory_bytes - memory_bytes / 4) {
    refuse_above(text.documents, format::max_documents, documents_of_an_index);
    meta_.identity_rules = identity::identity_rules_version();
    meta_.analyser = text::analyser_version();
    meta_.text = text;
    facts_.quality_levels.reserve(text.documents);
    if (!phrases.chunk().empty()) {
        must(writer_->append(format::Section::dictionary, phrases.chunk().data(), phrases.chunk().size()));
    }
}

void IndexStage::write_documents(const NextDocument& next, const Done& done) {
    const std::size_t enough_bytes = batch_bytes(memory_bytes_, workers_->pipeline_items());
    std::uint32_t taken = 0;
    workers_->pipeline<DocumentBatch>(
        workers_->pipeline_items(),
        [&](DocumentBatch& batch) {
            const bool some = batch.fill(taken, next, enough_bytes);
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
    meta_.content_bytes += batch.json_bytes();
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const Document& document = batch[i];
        const auto docid = static_cast<std::uint32_t>(meta_.documents++);
        columns_.add(document.columns);
        newest_ = std::max(newest_, document.columns.refreshed);
        boxes_.add(document.columns.position);
        const bool is_inferred = (document.columns.flags & format::flag::inferred_place) != 0;
        places_.add(docid, document.place, document.columns.position, is_inferred);
        largest_cities_.add(docid, document.place);
        ids_.add(document.columns.id, document.place_id);
        facts_.quality_levels.push_back(static_cast<std::uint8_t>(format::quality_level(document.columns.quality)));
    }
    identities_.add(batch.identities());
    terms_.add(batch.terms());
}

void IndexStage::write_keys() {
    if (newest_ != format::missing_time) {
        meta_.data_date = text::date_of(newest_);
    }
    workers_->for_each(2, [this](std::size_t which) { which == 0 ? terms_.finish() : identities_.finish(); });
    columns_.write(*writer_);
    ids_.write(*writer_);
    boxes_.write(*writer_);
    identities_.write(*workers_, *writer_, meta_);
    places_.write(*workers_, *writer_, meta_);
}

void IndexStage::write_terms(const text::NumberWords& numbers, const Done& done) {
    facts_.in_largest_city = largest_cities_.documents_inside(static_cast<std::uint32_t>(meta_.documents));
    TermSections sections(*workers_, *writer_, temp_folder_, memory_bytes_ / 8 * 3, facts_, numbers);
    sections.write(
        terms_.read(), [&](std::uint64_t postings) { done(postings, terms_.postings()); }, meta_);
}

void IndexStage::write_rules(const format::Rules& rules) {
    const std::string written = format::write_rules(rules);
    must(writer_->append(format::Section::rules, written.data(), written.size()));
}

}  // namespace bizrec::builder
