#include "lmdb_builder/stages/record_lane.hpp"

#include "lmdb_builder/memory/byte_codec.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t sign_bit = 1ULL << 63;

}  // namespace

void append_record_key(const Record& record, std::string& to) {
    to.append(reinterpret_cast<const char*>(record.id.data()), record.id.size());
    append_big_endian(to, static_cast<std::uint64_t>(record.refreshed) ^ sign_bit);
}

const Document& RecordLane::add(const Record& record) {
    maker_.make(record, document_);
    key_.clear();
    append_record_key(record, key_);
    encode_document(document_, bytes_);
    records_->add(lane_, key_, bytes_.text());
    return document_;
}

}  // namespace bizrec::builder
