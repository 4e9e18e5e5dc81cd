#include "bizrec/store/generation.hpp"

#include <lmdb.h>

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

std::uint32_t Generation::box_count() const noexcept {
    return ceiling(meta_.documents, format::documents_per_box);
}

std::uint32_t Generation::box_group_count() const noexcept {
    return ceiling(box_count(), format::boxes_per_group);
}

}  // namespace bizrec::store
