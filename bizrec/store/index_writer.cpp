#include "bizrec/store/index_writer.hpp"

#include <fcntl.h>
#include <lmdb.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "bizrec/format/layout.hpp"
#include "bizrec/store/fd.hpp"

namespace bizrec::store {
namespace {

constexpr std::uint64_t first_map_bytes = std::uint64_t{1} << 20;
/// A transaction is committed after this many bytes. Its pages stay in memory until then. With this bound they are
/// still in the CPU cache when LMDB writes them.
constexpr std::uint64_t commit_bytes = std::uint64_t{8} << 20;
/// Room for LMDB's own pages: the path to the last leaf, the free list of a transaction, and about one leaf per chunk.
constexpr std::uint64_t slack_bytes = 64 * format::page_bytes;

std::uint64_t pages_for(std::size_t chunk_bytes) noexcept {
    return (std::uint64_t{chunk_bytes} + 16 + format::page_bytes - 1) / format::page_bytes + 1;
}

}  // namespace

Error IndexWriter::lmdb_error(const char* what, int code) const {
    // LMDB reports an I/O error if only a part of a write fitted on the disk.
    const std::string reason = code == EIO
                                   ? std::string("no space is left, or the disk fails (") + mdb_strerror(code) + ")"
                                   : mdb_strerror(code);
    return file_error(path_, std::string(what) + ": " + reason);
}

Result<std::unique_ptr<IndexWriter>> IndexWriter::create(const std::string& path) {
    // LMDB would open an existing file and add to it. O_EXCL makes sure that the file is new, so we may fill and remove
    // it.
    FileDescriptor fd(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    if (fd.get() < 0) {
        return errno == EEXIST ? file_error(path, "exists already, and an index is written only to a new file")
                               : system_error(path, "cannot be created", errno);
    }
    return opened(std::unique_ptr<IndexWriter>(new IndexWriter(std::move(fd), path, true)));
}

Result<std::unique_ptr<IndexWriter>> IndexWriter::create(FileDescriptor file, const std::string& path) {
    return opened(std::unique_ptr<IndexWriter>(new IndexWriter(std::move(file), path, false)));
}

Result<std::unique_ptr<IndexWriter>> IndexWriter::opened(std::unique_ptr<IndexWriter> writer) {
    if (const auto status = writer->open(); !status) {
        return status.error();
    }
    return writer;
}

/// LMDB opens only by path. Through /proc/self/fd it gets our file, even if `path_` names another file by now. If /proc
/// is not mounted, LMDB opens `path_`, and the file that it opened is compared with ours.
int IndexWriter::open_lmdb() {
    char itself[32];
    std::snprintf(itself, sizeof itself, "/proc/self/fd/%d", file_.get());
    // No lock file and no fsync until the end: no reader opens this file before it is sealed, and the seal is written
    // and fsynced last.
    constexpr unsigned flags = MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOTLS | MDB_NOSYNC;
    const char* const path = ::access(itself, F_OK) == 0 ? itself : path_.c_str();
    const int rc = mdb_env_open(env_, path, flags, 0600);
    int fd = -1;
    if (rc == MDB_SUCCESS && mdb_env_get_fd(env_, &fd) == MDB_SUCCESS) {
        const auto ours = identify_descriptor(path_, file_.get());
        const auto opened = identify_descriptor(path_, fd);
        return ours && opened && ours.value().device == opened.value().device &&
                       ours.value().inode == opened.value().inode
                   ? MDB_SUCCESS
                   : ESTALE;
    }
    return rc;
}

Status IndexWriter::open() {
    map_bytes_ = first_map_bytes;
    used_bytes_ = 2 * format::page_bytes;
    int rc = mdb_env_create(&env_);
    if (rc == MDB_SUCCESS) {
        rc = mdb_env_set_mapsize(env_, map_bytes_);
    }
    if (rc == MDB_SUCCESS) {
        rc = open_lmdb();
    }
    MDB_stat stat{};
    if (rc == MDB_SUCCESS) {
        rc = mdb_env_stat(env_, &stat);
    }
    if (rc != MDB_SUCCESS) {
        return lmdb_error("cannot be created", rc);
    }
    if (stat.ms_psize != format::page_bytes) {
        return file_error(path_, "cannot be created: this machine has pages of " + std::to_string(stat.ms_psize) +
                                     " bytes, an index needs " + std::to_string(format::page_bytes));
    }
    return ok();
}

IndexWriter::~IndexWriter() {
    close();
    if (!finished_ && made_) {
        ::unlink(path_.c_str());
    }
}

void IndexWriter::close() noexcept {
    if (txn_ != nullptr) {
        mdb_txn_abort(txn_);
        txn_ = nullptr;
    }
    if (env_ != nullptr) {
        mdb_env_close(env_);
        env_ = nullptr;
    }
}

Status IndexWriter::begin() {
    if (txn_ != nullptr) {
        return ok();
    }
    int rc = mdb_txn_begin(env_, nullptr, 0, &txn_);
    if (rc != MDB_SUCCESS) {
        txn_ = nullptr;
        return lmdb_error("cannot be written", rc);
    }
    rc = mdb_dbi_open(txn_, nullptr, 0, &dbi_);
    if (rc != MDB_SUCCESS) {
        return lmdb_error("cannot be written", rc);
    }
    return ok();
}

Status IndexWriter::commit() {
    if (txn_ == nullptr) {
        return ok();
    }
    const int rc = mdb_txn_commit(txn_);
    txn_ = nullptr;  // LMDB frees it even if the commit failed
    if (rc != MDB_SUCCESS) {
        return lmdb_error("cannot be written", rc);
    }
    MDB_envinfo info{};
    mdb_env_info(env_, &info);
    used_bytes_ = (std::uint64_t{info.me_last_pgno} + 1) * format::page_bytes;
    uncommitted_bytes_ = 0;
    return ok();
}

/// Makes room for one more chunk. The map doubles between transactions, long before LMDB reports MAP_FULL: a full map
/// would lose the whole transaction. The map's size is stored in the file.
Status IndexWriter::reserve(std::size_t bytes) {
    const std::uint64_t chunk = pages_for(bytes) * format::page_bytes;
    if (uncommitted_bytes_ >= commit_bytes || used_bytes_ + uncommitted_bytes_ + chunk + slack_bytes > map_bytes_) {
        if (auto status = commit(); !status) {
            return status;
        }
    }
    std::uint64_t wanted = map_bytes_;
    while (used_bytes_ + uncommitted_bytes_ + chunk + slack_bytes > wanted) {
        wanted *= 2;
    }
    if (wanted != map_bytes_) {
        if (const int rc = mdb_env_set_mapsize(env_, wanted); rc != MDB_SUCCESS) {
            return lmdb_error("cannot be mapped", rc);
        }
        map_bytes_ = wanted;
    }
    uncommitted_bytes_ += chunk;
    return begin();
}

Status IndexWriter::append_chunk(format::Section section, const void* bytes, std::size_t size) {
    const std::size_t padded = std::max(size, format::min_chunk_bytes);
    if (auto status = reserve(padded); !status) {
        return status;
    }
    format::SectionMeta& tally = meta_.section(section);
    auto key_bytes = format::chunk_key(section, tally.chunks, version_);
    MDB_val key{key_bytes.size(), key_bytes.data()};
    MDB_val value{padded, nullptr};
    // MDB_RESERVE: the bytes are written directly into LMDB's page, without a padded copy.
    if (const int rc = mdb_put(txn_, dbi_, &key, &value, MDB_APPEND | MDB_RESERVE); rc != MDB_SUCCESS) {
        return lmdb_error("cannot be written", rc);
    }
    if (size != 0) {
        std::memcpy(value.mv_data, bytes, size);
    }
    std::memset(static_cast<char*>(value.mv_data) + size, 0, padded - size);
    tally.chunks += 1;
    tally.bytes += padded;
    tally.checksum = chunk_checksum(tally.checksum, value.mv_data, padded);
    return ok();
}

Status IndexWriter::append(format::Section section, const void* bytes, std::size_t size) {
    if (finished_ || failed_) {
        return file_error(path_, finished_ ? "is finished already" : "cannot go on after an error");
    }
    const std::string name(format::section_name(section));
    failed_ = true;  // reset on success
    if (section < format::Section::dictionary || section > format::Section::meta) {
        return file_error(path_, "there is no section " + std::to_string(static_cast<unsigned>(section)));
    }
    if (section < last_section_) {
        return file_error(
            path_, "section " + name + " must come before section " + std::string(format::section_name(last_section_)));
    }
    if (size > format::max_chunk_bytes) {
        return file_error(path_, "section " + name + ", chunk " + std::to_string(meta_.section(section).chunks) +
                                     ": has " + std::to_string(size) + " bytes, at most " +
                                     std::to_string(format::max_chunk_bytes) + " are possible");
    }
    last_section_ = section;
    // A higher version does not change the keys of earlier sections, which may be written already.
    version_ = std::max(version_, format::first_version_of(section));
    auto status = append_chunk(section, bytes, size);
    failed_ = !status;
    return status;
}

/// LMDB may leave its last pages unwritten if they were freed before the commit. A reader's map must have them, so this
/// sets the file to its used size.
Status IndexWriter::close_at_used_size() {
    if (auto status = commit(); !status) {
        return status;
    }
    close();  // write_seal() flushes everything to the disk
    if (::ftruncate(file_.get(), static_cast<off_t>(used_bytes_)) != 0) {
        return system_error(path_, "cannot be set to its size", errno);
    }
    return ok();
}

Result<Seal> IndexWriter::finish(format::Meta meta, const SealProgress& progress) {
    meta.version = version_;
    meta.sections = meta_.sections;
    const std::string json = format::write_meta(meta);
    if (const auto status = append(format::Section::meta, json.data(), json.size()); !status) {
        return status.error();
    }
    failed_ = true;
    if (const auto status = close_at_used_size(); !status) {
        return status.error();
    }
    auto seal = write_seal(path_, file_.get(), progress, version_);
    finished_ = static_cast<bool>(seal);
    return seal;
}

}  // namespace bizrec::store
