#include "bizrec/store/generation.hpp"

#include <lmdb.h>

#include <algorithm>

#include "bizrec/format/id_table.hpp"
#include "bizrec/format/text_column.hpp"

namespace bizrec::store {
namespace {

constexpr std::uint32_t ceiling(std::uint64_t number, std::uint32_t unit) noexcept {
    return static_cast<std::uint32_t>((number + unit - 1) / unit);
}

}  // namespace

Generation::~Generation() {
    if (txn_ != nullptr) {
        mdb_txn_abort(txn_);
    }
    if (env_ != nullptr) {
        mdb_env_close(env_);
    }
}

int Generation::descriptor() const noexcept {
    int fd = -1;
    return mdb_env_get_fd(env_, &fd) == MDB_SUCCESS ? fd : -1;
}

std::uint32_t Generation::box_count() const noexcept {
    return ceiling(meta_.documents, format::documents_per_box);
}

std::uint32_t Generation::box_group_count() const noexcept {
    return ceiling(box_count(), format::boxes_per_group);
}

std::string_view Generation::place_id(std::uint32_t docid) const noexcept {
    constexpr std::uint32_t per_chunk = format::documents_per_column_chunk;
    const Chunk& chunk = place_id_chunk(docid);
    const std::uint32_t in_chunk = std::min(documents() - docid / per_chunk * per_chunk, per_chunk);
    return format::text_of(chunk.bytes, chunk.size, in_chunk, docid % per_chunk);
}

std::uint32_t Generation::find_id(const format::Uuid& id) const noexcept {
    const Chunk& chunk = chunks(format::Section::id_buckets)[0];
    const std::uint32_t bucket = format::id_bucket_of(id, format::id_bucket_count(documents()));
    const auto span = format::docids_of_bucket(chunk.bytes, chunk.size, documents(), bucket);
    const auto* const found = std::find_if(
        span.begin, span.end, [this, &id](std::uint32_t docid) { return docid < documents() && uuid[docid] == id; });
    return found == span.end ? format::no_docid : *found;
}

format::TermLists Generation::term(const format::KeyHash& hash) const noexcept {
    format::KeyEntry entry;
    return terms_.find(hash, entry) ? term(entry) : format::TermLists{};
}

format::PairList Generation::pair(const format::KeyHash& hash) const noexcept {
    format::KeyEntry entry;
    return terms_.find(hash, entry) ? pair(entry) : format::PairList{};
}

}  // namespace bizrec::store
