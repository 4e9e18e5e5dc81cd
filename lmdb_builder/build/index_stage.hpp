#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "bizrec/format/content.hpp"
#include "bizrec/format/meta.hpp"
#include "bizrec/store/index_writer.hpp"
#include "lmdb_builder/build/box_map.hpp"
#include "lmdb_builder/build/column_files.hpp"
#include "lmdb_builder/build/identity_postings.hpp"
#include "lmdb_builder/build/place_dictionary.hpp"

namespace bizrec::builder {

/// Stage 4: takes documents in the order of their docids and writes all sections of the index. Content goes straight
/// into the file; what belongs behind it waits in temporary files, sorters and tables. Throws BuildFailure.
class IndexStage {
public:
    IndexStage(store::IndexWriter& writer, const PlaceCatalog& catalog, const std::string& temp_folder,
               std::uint64_t memory_bytes, const std::set<std::string>& shared_domains);

    /// The next docid's document.
    void add(const Document& document);

    /// All sections behind content, but for meta.
    void finish(const std::string& serialised_suffixes);

    const format::Meta& meta() const noexcept { return meta_; }

private:
    void flush_content();

    store::IndexWriter* writer_;
    format::Meta meta_;
    format::ContentChunkBuilder content_;
    ColumnFiles columns_;
    BoxMap boxes_;
    IdentityPostings identities_;
    PlaceDictionary places_;
};

}  // namespace bizrec::builder
