#include "bizrec/ledger/ledger_file.hpp"

#include <fcntl.h>
#include <lmdb.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <vector>

#include "bizrec/ledger/as_owner.hpp"
#include "bizrec/ledger/real_path.hpp"
#include "bizrec/store/fd.hpp"

namespace bizrec::ledger {
namespace {

/// Size of LMDB's map, which takes address space, not memory or disk. A ledger never grows this large.
constexpr std::size_t map_bytes = std::size_t{64} << 30;

/// Gives a ledger that root creates to the owner of its folder. This should be the user of the workers, which write it.
void give_to_owner_of_folder(const std::string& path, int fd) noexcept {
    const std::size_t end = path.rfind('/');
    const std::string folder = end == path.npos ? "." : path.substr(0, end + 1);
    struct stat s {};
    if (::geteuid() == 0 && ::stat(folder.c_str(), &s) == 0) {
        const int ignored = ::fchown(fd, s.st_uid, s.st_gid);  // fails on a file system without owners: root keeps it
        static_cast<void>(ignored);
    }
}

/// Locks the ledger's file, so that only one process at a time opens or closes the ledger. LMDB 0.9.26 to 0.9.31
/// (Debian 13 has 0.9.31) destroys the mutexes in the lock file when the last process closes the ledger, even while
/// another process opens it (ITS#10095). LMDB's lock file itself is not locked, because closing a second descriptor of
/// it would release LMDB's own locks. If it returns false, errno is set.
bool lock_opening(int fd) noexcept {
    int code = -1;
    do {
        code = ::flock(fd, LOCK_EX);
    } while (code != 0 && errno == EINTR);
    return code == 0;
}

/// Fails unless the file is regular and has only one name. An empty file fails, too, unless it is new.
Status check_kind(const std::string& path, const struct stat& s, bool is_new) {
    if (!S_ISREG(s.st_mode)) {
        return store::file_error(path, "is no file; make a ledger with lmdb_builder credits create");
    }
    if (s.st_size == 0 && !is_new) {  // LMDB would create a new ledger in it
        return store::file_error(path, std::string("is damaged: it is empty") + repair_hint);
    }
    if (s.st_nlink > 1) {
        return store::file_error(
            path,
            "has a second name (a hard link), which would have another lock file; a ledger must have only one name");
    }
    return ok();
}

}  // namespace

const char* name_of(Table table) noexcept {
    constexpr const char* names[tables] = {"about", "grants", "teams", "counters", "usage", "tallies", "unsettled"};
    return names[static_cast<unsigned>(table)];
}

Error LedgerFile::error(const char* what, int code) {
    switch (code) {
        case map_lost:
            return lost();
        case MDB_INVALID:
        case MDB_VERSION_MISMATCH:
        case MDB_CORRUPTED:
        case MDB_PAGE_NOTFOUND:
        case MDB_NOTFOUND:
        case MDB_INCOMPATIBLE:
        case MDB_BAD_VALSIZE:
        case EINVAL:  // LMDB returns this for some foreign bytes
            return store::file_error(
                path_, std::string("is damaged, or no ledger (") + mdb_strerror(code) + ")" + repair_hint);
        case EIO:  // LMDB also returns this after a short write
            return store::file_error(path_, std::string(what) + ": no space is left, or the disk fails");
        case ENOENT:
            return store::file_error(path_, "does not exist; make a ledger with lmdb_builder credits create");
        default:
            return store::file_error(path_, std::string(what) + ": " + mdb_strerror(code));
    }
}

Status LedgerFile::open_env(Mode mode, bool is_new) {
    struct stat s {};
    if (::stat(path_.c_str(), &s) != 0) {
        return error("cannot be opened", errno);
    }
    if (Status kind = check_kind(path_, s, is_new); !kind) {
        return kind;
    }
    inode_ = static_cast<std::uint64_t>(s.st_ino);
    opening_lock_ = store::FileDescriptor(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
    int code = opening_lock_.get() < 0 || !lock_opening(opening_lock_.get()) ? errno : mdb_env_create(&env_);
    if (code == MDB_SUCCESS) {
        code = mdb_env_set_maxdbs(env_, tables);
    }
    if (code == MDB_SUCCESS) {
        code = mdb_env_set_mapsize(env_, map_bytes);
    }
    if (code == MDB_SUCCESS) {
        // LMDB calls this for a damaged page. The caller reports that, so LMDB must not print to standard error.
        code = mdb_env_set_assert(env_, [](MDB_env*, const char*) {
            leave_map();
            std::abort();
        });
    }
    if (code == MDB_SUCCESS) {
        const unsigned reading = mode == Mode::read ? MDB_RDONLY : 0;
        AsOwner owner(s.st_uid, s.st_gid);  // the owner of the "-lock" file if it is created now
        const std::string real = real_path(path_);
        code = call([&] { return mdb_env_open(env_, real.c_str(), MDB_NOSUBDIR | MDB_NOTLS | reading, 0640); });
        ::flock(opening_lock_.get(), LOCK_UN);  // from here on LMDB's own locks show that the ledger is open
        if (!owner.restore()) {
            return store::file_error(path_, "cannot be opened: this process cannot become root again");
        }
    }
    if (code == EACCES || code == EROFS) {
        return store::file_error(
            path_, "permission denied; this user must be able to write it, its \"-lock\" and their folder");
    }
    MDB_envinfo info{};
    MDB_stat stat{};
    if (code == MDB_SUCCESS) {
        code = call([&] { return mdb_env_info(env_, &info); });
    }
    if (code == MDB_SUCCESS) {
        code = call([&] { return mdb_env_stat(env_, &stat); });
    }
    if (code != MDB_SUCCESS) {
        return error("cannot be opened", code);
    }
    // The size must be asked for again: a writer may have extended the file since. The file has every page of `info`,
    // because LMDB writes pages before it refers to them.
    if (::stat(path_.c_str(), &s) != 0) {
        return error("cannot be opened", errno);
    }
    if (static_cast<std::uint64_t>(s.st_size) < (std::uint64_t{info.me_last_pgno} + 1) * stat.ms_psize &&
        info.me_last_txnid > 0) {
        return store::file_error(path_, std::string("is damaged: it was cut off") + repair_hint);
    }
    page_bytes_ = stat.ms_psize;
    return note_place();
}

Status LedgerFile::open_tables(Mode mode, bool make) {
    auto txn = begin(mode);
    if (!txn) {
        return txn.error();
    }
    for (unsigned i = 0; i < tables; ++i) {
        const int code = call([&] {
            return mdb_dbi_open(txn.value().txn_, name_of(static_cast<Table>(i)), make ? MDB_CREATE : 0, &dbi_[i]);
        });
        if (code != MDB_SUCCESS) {
            return error("cannot be read", code);
        }
    }
    return txn.value().commit();
}

Result<std::unique_ptr<LedgerFile>> LedgerFile::create(const std::string& path) {
    {
        const store::FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0640));
        if (file.get() < 0) {
            return errno == EEXIST ? store::file_error(path, "exists already, and a ledger is never overwritten")
                                   : store::system_error(path, "cannot be created", errno);
        }
        give_to_owner_of_folder(path, file.get());
    }
    std::unique_ptr<LedgerFile> file(new LedgerFile(path));
    auto status = file->open_env(Mode::write, true);
    if (status) {
        status = file->open_tables(Mode::write, true);
    }
    if (!status) {
        return status.error();
    }
    return file;
}

Result<std::unique_ptr<LedgerFile>> LedgerFile::open(const std::string& path, Mode mode) {
    std::unique_ptr<LedgerFile> file(new LedgerFile(path));
    auto status = file->open_env(mode, false);
    if (status) {
        status = file->open_tables(mode, false);
    }
    if (!status) {
        return status.error();
    }
    return file;
}

void LedgerFile::abandon(void* object) {
    static std::mutex mutex;
    static auto* const abandoned = new std::vector<void*>();
    const std::lock_guard<std::mutex> hold(mutex);
    abandoned->push_back(object);
}

LedgerFile::~LedgerFile() {
    if (env_ == nullptr) {
        return;
    }
    if (!is_lost_) {
        lock_opening(opening_lock_.get());
        call([this] {
            mdb_env_close(env_);
            return MDB_SUCCESS;
        });
    }
    if (is_lost_) {
        abandon(env_);
    }
}

Result<LedgerFile::Transaction> LedgerFile::begin(Mode mode) {
    MDB_txn* txn = nullptr;
    const int code = call([&] {
        if (mode == Mode::write) {
            // Ends the snapshots of killed readers. LMDB would keep them, and the file would grow with every
            // transaction.
            int dead_readers = 0;
            mdb_reader_check(env_, &dead_readers);
        }
        return mdb_txn_begin(env_, nullptr, mode == Mode::read ? MDB_RDONLY : 0, &txn);
    });
    if (code != MDB_SUCCESS) {
        return error(mode == Mode::read ? "cannot be read" : "cannot be written", code);
    }
    return Transaction(*this, txn);
}

}  // namespace bizrec::ledger
