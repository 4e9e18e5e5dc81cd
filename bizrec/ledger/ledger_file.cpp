#include "bizrec/ledger/ledger_file.hpp"

#include <fcntl.h>
#include <lmdb.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <utility>
#include <vector>

#include "bizrec/base/bytes.hpp"
#include "bizrec/base/xxh.hpp"
#include "bizrec/ledger/as_owner.hpp"
#include "bizrec/store/fd.hpp"

namespace bizrec::ledger {
namespace {

constexpr const char* table_names[tables] = {"about", "grants", "teams", "counters", "usage", "tallies", "unsettled"};

/// Address space, not memory and not disk: more than a ledger ever takes.
constexpr std::size_t map_bytes = std::size_t{64} << 30;

constexpr std::size_t checksum_bytes = sizeof(std::uint64_t);

std::uint64_t checksum(Table table, std::string_view key, std::string_view value) noexcept {
    const std::uint64_t of_key = XXH3_64bits_withSeed(key.data(), key.size(), static_cast<unsigned>(table));
    return XXH3_64bits_withSeed(value.data(), value.size(), of_key);
}

/// For an environment whose lock file was cut off: to close it would write into that file. It stays reachable, because
/// it is no leak.
void abandon(MDB_env* env) {
    static std::mutex mutex;
    static auto* const abandoned = new std::vector<MDB_env*>();
    const std::lock_guard<std::mutex> hold(mutex);
    abandoned->push_back(env);
}

MDB_val val_of(std::string_view bytes) noexcept {
    return {bytes.size(), const_cast<char*>(bytes.data())};  // LMDB does not write there
}

std::string_view view_of(const MDB_val& val) noexcept {
    return {static_cast<const char*>(val.mv_data), val.mv_size};
}

constexpr const char* repair_hint =
    "; make a new ledger of the last export and the access log with lmdb_builder credits repair";

constexpr const char* put_back_hint =
    "; put it back by rename, or stop the server and make a new ledger of the last export and the access log with "
    "lmdb_builder credits repair";

/// Of LMDB's two first pages, read and not mapped; 0 where they are none of its. A number and a version stand behind
/// the 16 bytes of a page's header, the transaction's number in the last 8 of 136.
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

/// Without symbolic links: the lock file stands next to the file itself, so that all who open it have the same.
std::string real_path(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), std::free);
    return real == nullptr ? path : std::string(real.get());
}

/// A ledger that root makes belongs to whom its folder belongs to: the user of the workers, who write it.
void give_to_owner_of_folder(const std::string& path, int fd) noexcept {
    const std::size_t end = path.rfind('/');
    const std::string folder = end == path.npos ? "." : path.substr(0, end + 1);
    struct stat s {};
    if (::geteuid() == 0 && ::stat(folder.c_str(), &s) == 0) {
        const int ignored = ::fchown(fd, s.st_uid, s.st_gid);  // a folder of a foreign kind: root keeps it
        static_cast<void>(ignored);
    }
}

/// One process at a time opens or closes a ledger. LMDB 0.9.26 to 0.9.31 (Debian 13 has the last of them) destroys the
/// mutexes in the lock file when the last process closes it, under the hands of one that opens it (ITS#10095). Not the
/// lock file itself is locked: to close a second descriptor of it would end LMDB's own locks. False: errno is set.
bool lock_opening(int fd) noexcept {
    int code = -1;
    do {
        code = ::flock(fd, LOCK_EX);
    } while (code != 0 && errno == EINTR);
    return code == 0;
}

class Cursor {
public:
    Cursor(MDB_txn* txn, unsigned dbi) noexcept : code(mdb_cursor_open(txn, dbi, &cursor_)) {}
    ~Cursor() {
        if (cursor_ != nullptr) {
            mdb_cursor_close(cursor_);
        }
    }
    Cursor(const Cursor&) = delete;
    Cursor& operator=(const Cursor&) = delete;
    void get(MDB_val& key, MDB_val& value, MDB_cursor_op op) noexcept {
        code = mdb_cursor_get(cursor_, &key, &value, op);
    }

private:
    MDB_cursor* cursor_ = nullptr;

public:
    int code;
};

/// A regular file with one name, and with something in it unless it is new.
Status check_kind(const std::string& path, const struct stat& s, bool is_new) {
    if (!S_ISREG(s.st_mode)) {
        return store::file_error(path, "is no file; a ledger is one that lmdb_builder credits create has made");
    }
    if (s.st_size == 0 && !is_new) {  // LMDB would begin a new one
        return store::file_error(path, std::string("is damaged: it is empty") + repair_hint);
    }
    if (s.st_nlink > 1) {
        return store::file_error(path,
                                 "has a second name (a hard link), under which another lock file would stand; a ledger "
                                 "has one name");
    }
    return ok();
}

}  // namespace

Error LedgerFile::error(const char* what, int code) const {
    switch (code) {
        case MDB_INVALID:
        case MDB_VERSION_MISMATCH:
        case MDB_CORRUPTED:
        case MDB_PAGE_NOTFOUND:
        case MDB_NOTFOUND:
        case MDB_INCOMPATIBLE:
        case MDB_BAD_VALSIZE:
        case EINVAL:  // what LMDB makes of some bytes that it has not written
            return store::file_error(
                path_, std::string("is damaged, or no ledger (") + mdb_strerror(code) + ")" + repair_hint);
        case EIO:  // LMDB says so, too, where a part of what was to be written had room
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
        // A damaged page: who has opened the ledger says what there is to say, and not LMDB on standard error.
        code = mdb_env_set_assert(env_, [](MDB_env*, const char*) { std::abort(); });
    }
    if (code == MDB_SUCCESS) {
        const unsigned reading = mode == Mode::read ? MDB_RDONLY : 0;
        AsOwner owner(s.st_uid, s.st_gid);  // whose "-lock" it is, if it is made now
        code = mdb_env_open(env_, real_path(path_).c_str(), MDB_NOSUBDIR | MDB_NOTLS | reading, 0640);
        ::flock(opening_lock_.get(), LOCK_UN);  // from here on LMDB's own locks tell that it is open
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
        code = mdb_env_info(env_, &info);
    }
    if (code == MDB_SUCCESS) {
        code = mdb_env_stat(env_, &stat);
    }
    if (code != MDB_SUCCESS) {
        return error("cannot be opened", code);
    }
    // Its size now, not before: a writer may have made it longer since. LMDB writes pages before it names the last one.
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
        lock_ = {};  // LMDB reads without one where nobody can write
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
    if (has_lock && lock.inode == lock_.inode) {
        abandon(env_);
        env_ = nullptr;
    }
    return store::file_error(path_ + "-lock", "was deleted, replaced or cut off while the ledger was served");
}

Status LedgerFile::open_tables(Mode mode, bool make) {
    MDB_txn* txn = nullptr;
    int code = mdb_txn_begin(env_, nullptr, mode == Mode::read ? MDB_RDONLY : 0, &txn);
    for (unsigned i = 0; i < tables && code == MDB_SUCCESS; ++i) {
        code = mdb_dbi_open(txn, table_names[i], make ? MDB_CREATE : 0, &dbi_[i]);
    }
    if (code != MDB_SUCCESS) {
        mdb_txn_abort(txn);
        return error("cannot be read", code);
    }
    code = mdb_txn_commit(txn);
    return code == MDB_SUCCESS ? ok() : Status(error("cannot be read", code));
}

Result<std::unique_ptr<LedgerFile>> LedgerFile::create(const std::string& path) {
    {
        const store::FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0640));
        if (file.get() < 0) {
            return errno == EEXIST ? store::file_error(path, "exists already; a ledger is made once")
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

LedgerFile::~LedgerFile() {
    if (env_ != nullptr) {
        lock_opening(opening_lock_.get());
        mdb_env_close(env_);
    }
}

Result<LedgerFile::Transaction> LedgerFile::begin(Mode mode) {
    if (mode == Mode::write) {
        // LMDB keeps the state that a killed reader had seen, and the file would grow with every transaction.
        int dead_readers = 0;
        mdb_reader_check(env_, &dead_readers);
    }
    MDB_txn* txn = nullptr;
    const int code = mdb_txn_begin(env_, nullptr, mode == Mode::read ? MDB_RDONLY : 0, &txn);
    if (code != MDB_SUCCESS) {
        return error(mode == Mode::read ? "cannot be read" : "cannot be written", code);
    }
    return Transaction(*this, txn);
}

LedgerFile::Transaction::Transaction(Transaction&& other) noexcept
    : file_(other.file_), txn_(std::exchange(other.txn_, nullptr)) {}

LedgerFile::Transaction::~Transaction() {
    if (txn_ != nullptr) {
        mdb_txn_abort(txn_);
    }
}

Result<std::string_view> LedgerFile::Transaction::checked(Table table, std::string_view key,
                                                          std::string_view stored) const {
    const std::string_view value =
        stored.size() < checksum_bytes ? std::string_view() : stored.substr(0, stored.size() - checksum_bytes);
    if (stored.size() < checksum_bytes ||
        load_unaligned<std::uint64_t>(value.data() + value.size()) != checksum(table, key, value)) {
        return store::file_error(file_->path_, std::string("is damaged: an entry of its table \"") +
                                                   table_names[static_cast<unsigned>(table)] +
                                                   "\" is not what was written" + repair_hint);
    }
    return value;
}

Error LedgerFile::Transaction::incomplete(Table table) const {
    return store::file_error(file_->path_, std::string("is damaged: its table \"") +
                                               table_names[static_cast<unsigned>(table)] +
                                               "\" has not the entries that were written" + repair_hint);
}

Result<std::optional<std::string_view>> LedgerFile::Transaction::get(Table table, std::string_view key) const {
    MDB_val k = val_of(key), v{};
    const int code = mdb_get(txn_, file_->dbi_[static_cast<unsigned>(table)], &k, &v);
    if (code == MDB_NOTFOUND) {
        return std::optional<std::string_view>();
    }
    if (code != MDB_SUCCESS) {
        return file_->error("cannot be read", code);
    }
    auto value = checked(table, key, view_of(v));
    if (!value) {
        return value.error();
    }
    return std::optional<std::string_view>(value.value());
}

Status LedgerFile::Transaction::put(Table table, std::string_view key, std::string_view value) {
    std::string stored(value);
    stored.append(bytes_of(checksum(table, key, value)));
    MDB_val k = val_of(key), v = val_of(stored);
    const int code = mdb_put(txn_, file_->dbi_[static_cast<unsigned>(table)], &k, &v, 0);
    return code == MDB_SUCCESS ? ok() : Status(file_->error("cannot be written", code));
}

Status LedgerFile::Transaction::remove(Table table, std::string_view key) {
    MDB_val k = val_of(key);
    const int code = mdb_del(txn_, file_->dbi_[static_cast<unsigned>(table)], &k, nullptr);
    return code == MDB_SUCCESS || code == MDB_NOTFOUND ? ok() : Status(file_->error("cannot be written", code));
}

Status LedgerFile::Transaction::each(Table table, std::string_view from, const Visit& visit) const {
    Cursor cursor(txn_, file_->dbi_[static_cast<unsigned>(table)]);
    MDB_val key = val_of(from), value{};
    if (cursor.code == MDB_SUCCESS) {
        cursor.get(key, value, from.empty() ? MDB_FIRST : MDB_SET_RANGE);
    }
    // Each entry has its checksum. That none is hidden, or stands twice, is told by their order and number.
    std::size_t entries = 0;
    std::string_view last;
    while (cursor.code == MDB_SUCCESS) {
        auto bytes = checked(table, view_of(key), view_of(value));
        if (!bytes) {
            return bytes.error();
        }
        if (++entries > 1 && view_of(key) <= last) {
            return incomplete(table);
        }
        last = view_of(key);
        if (!visit(view_of(key), bytes.value())) {
            return ok();
        }
        cursor.get(key, value, MDB_NEXT);
    }
    if (cursor.code != MDB_NOTFOUND) {
        return file_->error("cannot be read", cursor.code);
    }
    MDB_stat stat{};
    const int code = mdb_stat(txn_, file_->dbi_[static_cast<unsigned>(table)], &stat);
    const bool all = code == MDB_SUCCESS && (!from.empty() || entries == stat.ms_entries);
    return all ? ok() : Status(incomplete(table));
}

Status LedgerFile::Transaction::check(Table table) const {
    bool found = true;
    auto status = each(table, {}, [&](std::string_view key, std::string_view value) {
        const auto by_key = get(table, key);
        found = by_key && by_key.value() && by_key.value()->data() == value.data();
        return found;
    });
    return found ? status : Status(incomplete(table));
}

Status LedgerFile::Transaction::commit() {
    const int code = mdb_txn_commit(std::exchange(txn_, nullptr));
    return code == MDB_SUCCESS ? ok() : Status(file_->error("cannot be written", code));
}

}  // namespace bizrec::ledger
