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

/// Stage 4: takes documents in the order of their docids and writes all sections of the index. Content is written
/// directly to the file. Data of later sections waits in temporary files, sorters and tables. The bytes do not depend
/// on the number of threads or on the memory. Throws BuildFailure.
///
/// Memory in addition to `memory_bytes` (docs/builder.md, "MEMORY USAGE"): five bytes per document, some 100 per
/// distinct place, the batches of documents or terms in progress, and for each thread the longest list of a term.
class IndexStage {
public:
    /// `text`: statistics of all documents that will be added. `phrases` must outlive the stage.
    IndexStage(Workers& workers, store::IndexWriter& writer, const PlaceCatalog& catalog, CityNames cities,
               const std::string& temp_folder, std::uint64_t memory_bytes, const SharedKeys& shared_domains,
               const format::TextStatistics& text, const format::ContentPhrases& phrases);

    /// Reports the finished part and the total. Only one thread at a time calls it.
    using Done = std::function<void(std::uint64_t done, std::uint64_t total)>;

    /// Takes all documents: writes the section `content`, and collects the data of the other sections.
    void write_documents(const NextDocument& next, const Done& done);
    /// Writes columns, ids, boxes, identities and places, and sorts the terms.
    void write_keys();
    /// Writes the sections for full-text search. Progress is counted in postings.
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
    std::int64_t newest_ = format::missing_time;  // the newest info_refreshed_at
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
