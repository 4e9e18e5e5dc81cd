#include "bizrec/ledger/ledger_file.hpp"

#include <sys/stat.h>

#include <algorithm>

#include "bizrec/base/bytes.hpp"
#include "bizrec/ledger/real_path.hpp"
#include "bizrec/store/fd.hpp"

/// Members of LedgerFile that find out whether the ledger is still in its place and has not become shorter.
namespace bizrec::ledger {
namespace {

/// The newest transaction number in LMDB's first two pages, which are read, not mapped; 0 if they are not LMDB pages.
/// Each page begins with a header of 16 bytes and a record of 136 bytes (LMDB's MDB_meta). This record begins with a
/// magic number and ends with the transaction's number in 8 bytes.
std::uint64_t newest_txnid(int fd, std::uint64_t page_bytes) noexcept {
    constexpr std::uint32_t magic = 0xBEEFC0DE;
    constexpr std::size_t header_bytes = 16, meta_bytes = 136;
    std::uint64_t newest = 0;
    for (std::uint64_t page = 0; page < 2; ++page) {
        char bytes[header_bytes + meta_bytes];
        if (!store::read_at(fd, static_cast<void*>(bytes), sizeof bytes, page * page_bytes) ||
            load_unaligned<std::uint32_t>(bytes + header_bytes) != magic) {
            return 0;
        }
        newest = std::max(newest, load_unaligned<std::uint64_t>(bytes + sizeof bytes - sizeof newest));
    }
    return newest;
}

}  // namespace

bool LedgerFile::find_place(const std::string& path, Place& place) noexcept {
    struct stat s {};
    if (::stat(path.c_str(), &s) != 0) {
        return false;
    }
    place = {static_cast<std::uint64_t>(s.st_dev), static_cast<std::uint64_t>(s.st_ino),
             static_cast<std::uint64_t>(s.st_size)};
    return true;
}

Status LedgerFile::note_place() {
    if (!find_place(path_, file_) || file_.inode != inode_) {
        return store::file_error(path_, "was replaced while it was opened");
    }
    if (!find_place(real_path(path_) + "-lock", lock_)) {
        lock_ = {};  // LMDB reads without a lock file if this user cannot write to the folder
    }
    last_txnid_ = newest_txnid(opening_lock_.get(), page_bytes_);
    return ok();
}

Status LedgerFile::check_in_place() {
    Place file, lock;
    if (!find_place(path_, file)) {
        return store::file_error(path_, std::string("was deleted or renamed while it was served") + put_back_hint);
    }
    if (file.device != file_.device || file.inode != file_.inode) {
        return store::file_error(path_,
                                 std::string("was replaced by another file while it was served") + put_back_hint);
    }
    const std::uint64_t txnid = newest_txnid(opening_lock_.get(), page_bytes_);
    if (file.bytes < file_.bytes || txnid < last_txnid_) {
        return store::file_error(path_, std::string("was cut off or overwritten while it was served") + repair_hint);
    }
    file_.bytes = file.bytes;
    last_txnid_ = txnid;
    const bool has_lock = find_place(real_path(path_) + "-lock", lock);
    if (lock_.inode == 0 || (has_lock && lock.inode == lock_.inode && lock.bytes >= lock_.bytes)) {
        return ok();
    }
    is_lost_ = is_lost_ || (has_lock && lock.inode == lock_.inode);  // closing env_ would write into the lock file
    return store::file_error(path_ + "-lock", "was deleted, replaced or cut off while the ledger was served");
}

bool LedgerFile::is_cut_off() const noexcept {
    struct stat s {};
    return ::fstat(opening_lock_.get(), &s) != 0 || static_cast<std::uint64_t>(s.st_size) < file_.bytes;
}

/// The error for a call that ended with map_lost: says why.
Error LedgerFile::lost() {
    const auto place = file_.inode == 0 ? ok() : check_in_place();
    return place ? store::file_error(path_, std::string("is damaged") + repair_hint) : place.error();
}

}  // namespace bizrec::ledger
