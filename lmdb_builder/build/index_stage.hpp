#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "bizrec/format/content.hpp"
#include "bizrec/format/meta.hpp"
#include "bizrec/store/index_writer.hpp"
#include "lmdb_builder/build/box_map.hpp"
#include "lmdb_builder/build/column_files.hpp"
#include "lmdb_builder/build/id_columns.hpp"
#include "lmdb_builder/build/identity_postings.hpp"
#include "lmdb_builder/build/place_dictionary.hpp"
#include "lmdb_builder/build/term_inverter.hpp"

namespace bizrec::builder {

/// Stage 4: takes documents in the order of their docids and writes all sections of the index. Content goes straight
/// into the file; what belongs behind it waits in temporary files, sorters and tables. Throws BuildFailure.
class IndexStage {
public:
    /// `text`: of all documents that will come.
    IndexStage(store::IndexWriter& writer, const PlaceCatalog& catalog, const std::string& temp_folder,
               std::uint64_t memory_bytes, const std::set<std::string>& shared_domains,
               const format::TextStatistics& text);

    /// The next docid's document.
    void add(const Document& document);

    /// All sections behind content, but for meta.
    void finish(const std::string& serialised_suffixes);

    const format::Meta& meta() const noexcept { return meta_; }

private:
    void flush_content();
    void write_terms();

    store::IndexWriter* writer_;
    std::string temp_folder_;
    std::uint64_t memory_bytes_;
    format::Meta meta_;
    format::ContentChunkBuilder content_;
    ColumnFiles columns_;
    BoxMap boxes_;
    IdentityPostings identities_;
    PlaceDictionary places_;
    IdColumns ids_;
    TermInverter terms_;
    std::vector<std::uint8_t> quality_levels_;  // of each document
};

}  // namespace bizrec::builder
