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

/// Copies all members except those that own the open file, and those that are large and need no copy.
Generation::Generation(const std::shared_ptr<const Generation>& file_of)
    : format::ColumnSet<ColumnOf>(*file_of),
      uuid(file_of->uuid),
      position(file_of->position),
      path_(file_of->path_),
      name_(file_of->name_),
      seal_(file_of->seal_),
      file_(file_of->file_),
      meta_(file_of->meta_),
      sections_(file_of->sections_),
      dictionary_(file_of->dictionary_),
      boxes_(file_of->boxes_),
      box_groups_(file_of->box_groups_),
      identities_(file_of->identities_),
      places_(file_of->places_),
      terms_(file_of->terms_),
      posting_chunks_(file_of->posting_chunks_),
      vocabulary_(file_of->vocabulary_),
      spellings_(file_of->spellings_),
      glued_spellings_(file_of->glued_spellings_),
      glued_names_(file_of->glued_names_),
      normaliser_(file_of->rules_.suffixes, file_of->rules_.links),
      file_of_(file_of) {}

std::shared_ptr<const Generation> Generation::suppress(const std::shared_ptr<const Generation>& generation,
                                                       std::shared_ptr<const SuppressionList> list) {
    const std::shared_ptr<const Generation>& file_of =
        generation->file_of_ == nullptr ? generation : generation->file_of_;
    if (list == nullptr) {
        return file_of;
    }
    const std::shared_ptr<Generation> view(new Generation(file_of));
    view->suppression_ = Suppression::make(std::move(list), *file_of);
    return view;
}

int Generation::descriptor() const noexcept {
    if (file_of_ != nullptr) {
        return file_of_->descriptor();
    }
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
    const bool is_seen = found != span.end && (suppression_ == nullptr || !suppression_->is_gone(*found));
    return is_seen ? *found : format::no_docid;
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
