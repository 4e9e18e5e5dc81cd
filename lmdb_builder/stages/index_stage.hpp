#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "bizrec/format/meta.hpp"
#include "bizrec/format/rules.hpp"
#include "bizrec/store/index_writer.hpp"
#include "lmdb_builder/order/box_map.hpp"
#include "lmdb_builder/order/largest_cities.hpp"
#include "lmdb_builder/sections/column_files.hpp"
#include "lmdb_builder/sections/id_columns.hpp"
#include "lmdb_builder/sections/identity_postings.hpp"
#include "lmdb_builder/sections/place_dictionary.hpp"
#include "lmdb_builder/stages/document_batch.hpp"
#include "lmdb_builder/terms/term_encoder.hpp"
#include "lmdb_builder/terms/term_inverter.hpp"

namespace bizrec::builder {

class Workers;

/// Stage 4: takes documents in the order of their docids and writes all sections of the index. Content goes straight
/// into the file; what belongs behind it waits in temporary files, sorters and tables. The bytes depend neither on the
/// threads nor on the memory. Throws BuildFailure.
///
/// Memory next to `memory_bytes`, docs/builder.md, "MEMORY USAGE": five bytes a document, some 100 a distinct place,
/// batches of documents or terms under way, and for each thread the longest list of a term.
class IndexStage {
public:
    /// `text`: of all documents that will come. `phrases` outlive the stage.
    IndexStage(Workers& workers, store::IndexWriter& writer, const PlaceCatalog& catalog, CityNames cities,
               const std::string& temp_folder, std::uint64_t memory_bytes, const SharedKeys& shared_domains,
               const format::TextStatistics& text, const format::ContentPhrases& phrases);

    /// What is done, of how much. Called on one thread at a time.
    using Done = std::function<void(std::uint64_t done, std::uint64_t total)>;

    /// All documents: the section `content`, and what is needed for the others.
    void write_documents(const NextDocument& next, const Done& done);
    /// Columns, identities and places; sorts the terms.
    void write_keys();
    /// What full-text search needs, counted in postings.
    void write_terms(const text::NumberWords& numbers, const Done& done);
    void write_rules(const format::Rules& rules);

    const format::Meta& meta() const noexcept { return meta_; }

private:
    void write_content(const DocumentBatch& batch);
    void collect(const DocumentBatch& batch);

    Workers* workers_;
    store::IndexWriter* writer_;
    std::string temp_folder_;
    std::uint64_t memory_bytes_;
    const format::ContentPhrases* phrases_;
    format::Meta meta_;
    std::int64_t newest_ = format::missing_time;  // of all info_refreshed_at
    ColumnFiles columns_;
    BoxMap boxes_;
    IdentityPostings identities_;
    PlaceDictionary places_;
    IdColumns ids_;
    TermInverter terms_;
    LargestCities largest_cities_;
    DocumentFacts facts_;
};

}  // namespace bizrec::builder
