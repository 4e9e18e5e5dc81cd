#include "lmdb_builder/sections/id_columns.hpp"

#include "bizrec/format/id_table.hpp"
#include "bizrec/store/index_writer.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {

IdColumns::IdColumns(const std::string& temp_folder, std::uint64_t documents)
    : place_id_chunks_(temp_folder), bucket_count_(format::id_bucket_count(documents)) {
    buckets_.reserve(documents);
}

void IdColumns::add(const format::Uuid& id, std::string_view place_id) {
    buckets_.push_back(format::id_bucket_of(id, bucket_count_));
    place_ids_.add(place_id);
    if (place_ids_.count() == format::documents_per_column_chunk) {
        flush_place_ids();
    }
}

void IdColumns::flush_place_ids() {
    place_id_chunks_.add(place_ids_.finish());
}

void IdColumns::write(store::IndexWriter& writer) {
    if (place_ids_.count() > 0) {
        flush_place_ids();
    }
    place_id_chunks_.write(writer, format::Section::place_ids);
    const std::vector<std::byte> buckets = format::encode_id_buckets(buckets_);
    must(writer.append(format::Section::id_buckets, buckets.data(), buckets.size()));
}

}  // namespace bizrec::builder
