#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/layout.hpp"
#include "bizrec/format/text_column.hpp"
#include "lmdb_builder/sections/chunk_spool.hpp"

namespace bizrec::builder {

/// The sections `place_ids` and `id_buckets`. Memory: four bytes per document, and one chunk of place ids.
class IdColumns {
public:
    /// `documents`: the final number of documents.
    IdColumns(const std::string& temp_folder, std::uint64_t documents);

    /// Call it in the order of docids.
    void add(const format::Uuid& id, std::string_view place_id);

    /// Call it once, after the last add().
    void write(store::IndexWriter& writer);

private:
    void flush_place_ids();

    format::TextColumnChunkBuilder place_ids_;
    ChunkSpool place_id_chunks_;
    std::vector<std::uint32_t> buckets_;  // the bucket of each document, by docid
    std::uint32_t bucket_count_;
};

}  // namespace bizrec::builder
