#include "lmdb_builder/build/index_stage.hpp"

#include <limits>

#include "bizrec/identity/identity.hpp"
#include "bizrec/text/analyser.hpp"
#include "lmdb_builder/build/failure.hpp"
#include "lmdb_builder/build/term_sections.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t greatest_documents = std::numeric_limits<std::uint32_t>::max() - 1ULL;

}  // namespace

IndexStage::IndexStage(store::IndexWriter& writer, const PlaceCatalog& catalog, const std::string& temp_folder,
                       std::uint64_t memory_bytes, const std::set<std::string>& shared_domains,
                       const format::TextStatistics& text)
    : writer_(&writer),
      temp_folder_(temp_folder),
      memory_bytes_(memory_bytes),
      columns_(temp_folder),
      identities_(temp_folder, memory_bytes / 4, shared_domains),
      places_(catalog),
      ids_(temp_folder, text.documents),
      terms_(temp_folder, memory_bytes - memory_bytes / 4, text) {
    meta_.identity_rules = identity::identity_rules_version();
    meta_.analyser = text::analyser_version();
    meta_.text = text;
    quality_levels_.reserve(text.documents);
}

void IndexStage::add(const Document& document) {
    if (meta_.documents == greatest_documents) {
        throw BuildFailure("more than " + std::to_string(greatest_documents) +
                           " records: split the input by country into several indexes");
    }
    const auto docid = static_cast<std::uint32_t>(meta_.documents++);
    meta_.content_bytes += document.json.size();
    content_.add(document.columns.id, document.json);
    if (content_.count() == format::documents_per_content_chunk) {
        flush_content();
    }
    columns_.add(document.columns);
    boxes_.add(document.columns.position);
    identities_.add(docid, document.columns, document.keys);
    places_.add(docid, document.place);
    ids_.add(document.columns.id, document.place_id);
    terms_.add(docid, document.terms);
    quality_levels_.push_back(static_cast<std::uint8_t>(format::quality_level(document.columns.quality)));
}

void IndexStage::flush_content() {
    const std::string chunk = content_.finish();
    must(writer_->append(format::Section::content, chunk.data(), chunk.size()));
}

void IndexStage::finish(const std::string& serialised_suffixes) {
    if (content_.count() > 0) {
        flush_content();
    }
    columns_.write(*writer_);
    ids_.write(*writer_);
    boxes_.write(*writer_);
    identities_.write(*writer_, meta_);
    places_.write(*writer_, meta_);
    write_terms();
    must(writer_->append(format::Section::suffixes, serialised_suffixes.data(), serialised_suffixes.size()));
}

void IndexStage::write_terms() {
    terms_.finish();
    TermSections sections(*writer_, temp_folder_, memory_bytes_ / 4, static_cast<std::uint32_t>(meta_.documents));
    sections.write(terms_.read(), quality_levels_, meta_);
}

}  // namespace bizrec::builder
