#include "bizrec/store/generation_opener.hpp"

#include <lmdb.h>

#include <cstring>

#include "bizrec/store/fd.hpp"
#include "bizrec/store/generation_sections.hpp"
#include "bizrec/store/seal_checker.hpp"

/// Opens an index by its path and collects the addresses of its chunks. generation_sections.cpp reads what is in the
/// chunks.
namespace bizrec::store {
namespace {

constexpr std::size_t key_bytes = 6;

std::uint32_t big_endian(const unsigned char* bytes, std::size_t size) noexcept {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
        value = value << 8 | bytes[i];
    }
    return value;
}

}  // namespace

Result<std::shared_ptr<const Generation>> Generation::open(const std::string& path, Check check) {
    return GenerationOpener(path).open(check);
}

Result<std::shared_ptr<const Generation>> GenerationOpener::open(Generation::Check check) {
    auto status = check_seal(check);
    using Step = Status (GenerationOpener::*)();
    for (const Step step : {&GenerationOpener::open_lmdb, &GenerationOpener::check_same_file,
                            &GenerationOpener::collect_chunks, &GenerationOpener::open_sections}) {
        if (!status) {
            return status.error();
        }
        status = (this->*step)();
    }
    if (!status) {
        return status.error();
    }
    return std::shared_ptr<const Generation>(std::move(generation_));
}

Status GenerationOpener::check_seal(Generation::Check check) {
    auto checker = SealChecker::open(path_);
    if (!checker) {
        return checker.error();
    }
    generation_->path_ = path_;
    generation_->file_ = checker.value().file();
    generation_->seal_ = checker.value().seal();
    generation_->name_ = generation_->seal_.generation();
    if (check == Generation::Check::hash) {
        const auto right = checker.value().step(generation_->seal_.lmdb_bytes);
        if (!right) {
            return right.error();
        }
    }
    return ok();
}

Status GenerationOpener::open_lmdb() {
    Generation& g = *generation_;
    int rc = mdb_env_create(&g.env_);
    // The file stores the builder's map size, which is larger than the file. If a process asks for less than is used,
    // LMDB maps exactly the used size.
    if (rc == MDB_SUCCESS) {
        rc = mdb_env_set_mapsize(g.env_, format::page_bytes);
    }
    // NOLOCK is safe because a published file never changes. NOTLS is needed because one transaction serves all
    // threads.
    if (rc == MDB_SUCCESS) {
        rc = mdb_env_open(g.env_, path_.c_str(), MDB_RDONLY | MDB_NOLOCK | MDB_NOSUBDIR | MDB_NOTLS, 0644);
    }
    if (rc == MDB_SUCCESS) {
        rc = mdb_txn_begin(g.env_, nullptr, MDB_RDONLY, &g.txn_);
    }
    if (rc != MDB_SUCCESS) {
        return file_error(path_, std::string("cannot be opened by LMDB: ") + mdb_strerror(rc));
    }
    return ok();
}

/// LMDB opens by path. Checks that it opened the file whose seal was read, and that its map lies inside that file.
Status GenerationOpener::check_same_file() {
    Generation& g = *generation_;
    int fd = -1;
    mdb_env_get_fd(g.env_, &fd);
    const auto now = identify_descriptor(path_, fd);
    if (!now) {
        return now.error();
    }
    if (!(now.value() == g.file_)) {
        return file_error(path_, "was replaced or changed while it was opened; try again");
    }
    MDB_envinfo info{};
    mdb_env_info(g.env_, &info);
    if (info.me_mapsize > g.seal_.lmdb_bytes) {
        return damaged("LMDB needs " + std::to_string(info.me_mapsize) + " bytes of " +
                       std::to_string(g.seal_.lmdb_bytes));
    }
    return ok();
}

Status GenerationOpener::collect_chunks() {
    MDB_dbi dbi = 0;
    MDB_cursor* cursor = nullptr;
    int rc = mdb_dbi_open(generation_->txn_, nullptr, 0, &dbi);
    if (rc == MDB_SUCCESS) {
        rc = mdb_cursor_open(generation_->txn_, dbi, &cursor);
    }
    if (rc != MDB_SUCCESS) {
        return damaged(mdb_strerror(rc));
    }
    const std::unique_ptr<MDB_cursor, void (*)(MDB_cursor*)> owner(cursor, mdb_cursor_close);
    MDB_val key{};
    MDB_val value{};
    while ((rc = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) == MDB_SUCCESS) {
        if (auto status = add_chunk(key.mv_data, key.mv_size, value.mv_data, value.mv_size); !status) {
            return status;
        }
    }
    if (rc != MDB_NOTFOUND) {
        return damaged(mdb_strerror(rc));
    }
    return ok();
}

Status GenerationOpener::add_chunk(const void* key, std::size_t key_size, const void* value, std::size_t size) {
    if (key_size != key_bytes) {
        return damaged("a key of " + std::to_string(key_size) + " bytes, expected " + std::to_string(key_bytes));
    }
    const auto* digits = static_cast<const unsigned char*>(key);
    const std::uint32_t number = format::section_of_number(big_endian(digits, 2), generation_->seal_.format_version);
    const std::uint32_t chunk = big_endian(digits + 2, 4);
    if (number > format::section_count) {
        return damaged("unknown section " + std::to_string(big_endian(digits, 2)));
    }
    const auto section = static_cast<format::Section>(number);
    auto& chunks = generation_->sections_[number];
    if (chunk != chunks.size()) {
        return damaged(section,
                       "chunk " + std::to_string(chunk) + " where " + std::to_string(chunks.size()) + " was expected");
    }
    if (size < format::min_chunk_bytes || reinterpret_cast<std::uintptr_t>(value) % format::value_alignment != 0) {
        return damaged(section, "chunk " + std::to_string(chunk) + " is too short or not aligned");
    }
    chunks.push_back({static_cast<const std::byte*>(value), size});
    return ok();
}

Status GenerationOpener::open_sections() {
    return GenerationSections(path_, *generation_).open();
}

Error GenerationOpener::damaged(const std::string& what) const {
    return damaged_index(path_, what);
}

Error GenerationOpener::damaged(format::Section section, const std::string& what) const {
    return damaged_index(path_, section, what);
}

}  // namespace bizrec::store
