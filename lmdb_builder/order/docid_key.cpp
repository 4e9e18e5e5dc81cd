#include "lmdb_builder/order/docid_key.hpp"

#include "bizrec/place/hilbert.hpp"
#include "lmdb_builder/memory/byte_codec.hpp"

namespace bizrec::builder {

std::string_view DocidKey::of(const DocumentColumns& columns, const DocumentPlace& ranked,
                              const PlaceStatistics& places) {
    place_key_.assign(ranked);
    key_.clear();
    append_big_endian(key_, places.rank_of(place_key_));
    append_big_endian(key_, place::hilbert_index(columns.position));
    key_.append(reinterpret_cast<const char*>(columns.id.data()), columns.id.size());
    return key_;
}

}  // namespace bizrec::builder
