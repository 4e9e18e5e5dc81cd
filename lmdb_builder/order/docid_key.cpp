#include "lmdb_builder/order/docid_key.hpp"

#include "bizrec/place/hilbert.hpp"
#include "lmdb_builder/memory/byte_codec.hpp"

namespace bizrec::builder {

std::string_view DocidKey::of(std::string_view document, const DocumentPlace& ranked, const PlaceStatistics& places) {
    decode_location(document, columns_, place_);
    place_key_.assign(ranked);
    key_.clear();
    append_big_endian(key_, places.rank_of(place_key_));
    append_big_endian(key_, place::hilbert_index(columns_.position));
    key_.append(reinterpret_cast<const char*>(columns_.id.data()), columns_.id.size());
    return key_;
}

}  // namespace bizrec::builder
