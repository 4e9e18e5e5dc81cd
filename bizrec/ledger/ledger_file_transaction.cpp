#include "bizrec/ledger/ledger_file.hpp"

#include <lmdb.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "bizrec/base/bytes.hpp"
#include "bizrec/base/xxh.hpp"

namespace bizrec::ledger {
namespace {

constexpr std::size_t checksum_bytes = sizeof(std::uint64_t);
constexpr std::size_t max_stored_bytes = 1 << 16;  ///< more than any entry has

std::uint64_t checksum(Table table, std::string_view key, std::string_view value) noexcept {
    const std::uint64_t of_key = XXH3_64bits_withSeed(key.data(), key.size(), static_cast<unsigned>(table));
    return XXH3_64bits_withSeed(value.data(), value.size(), of_key);
}

MDB_val val_of(std::string_view bytes) noexcept {
    return {bytes.size(), const_cast<char*>(bytes.data())};  // LMDB does not write to it
}

}  // namespace

/// Reads one entry after the other, in the order of keys.
class LedgerFile::Transaction::Cursor {
public:
    Cursor(const Transaction& txn, Table table) noexcept
        : txn_(txn), code(file().call([&] { return mdb_cursor_open(txn.txn_, txn.dbi(table), &cursor_); })) {}
    ~Cursor() {
        if (cursor_ != nullptr && file().is_lost_) {
            abandon(cursor_);
        } else if (cursor_ != nullptr) {
            mdb_cursor_close(cursor_);
        }
    }
    Cursor(const Cursor&) = delete;
    Cursor& operator=(const Cursor&) = delete;

    /// Moves the cursor, and stores the entry in `key` and `value` and the result in `code`. MDB_SET_RANGE moves to the
    /// first entry that is not below `key`.
    void get(MDB_cursor_op op) {
        const std::string from = op == MDB_SET_RANGE ? key : std::string();
        MDB_val k = val_of(from), v{};
        code = file().call([&] { return mdb_cursor_get(cursor_, &k, &v, op); });
        if (code == MDB_SUCCESS) {
            code = txn_.copy(k, key);
        }
        if (code == MDB_SUCCESS) {
            code = txn_.copy(v, value);
        }
    }

private:
    LedgerFile& file() const noexcept { return *txn_.file_; }
    const Transaction& txn_;
    MDB_cursor* cursor_ = nullptr;

public:
    std::string key, value;
    int code;
};

LedgerFile::Transaction::Transaction(Transaction&& other) noexcept
    : file_(other.file_), txn_(std::exchange(other.txn_, nullptr)) {}

LedgerFile::Transaction::~Transaction() {
    if (txn_ != nullptr && file_->is_lost_) {
        abandon(txn_);
    } else if (txn_ != nullptr) {
        file_->call([this] {
            mdb_txn_abort(txn_);
            return MDB_SUCCESS;
        });
    }
}

/// Copies bytes out of the map. Returns a code of LMDB, or map_lost if the map's file was truncated meanwhile.
int LedgerFile::Transaction::copy(const MDB_val& from, std::string& to) const {
    if (from.mv_size > max_stored_bytes) {
        return MDB_CORRUPTED;
    }
    to.resize(from.mv_size);
    return file_->call([&] {
        if (from.mv_size != 0) {
            std::memcpy(to.data(), from.mv_data, from.mv_size);
        }
        return MDB_SUCCESS;
    });
}

/// Checks the checksum at the end of `stored`, and cuts it off.
Status LedgerFile::Transaction::check_value(Table table, std::string_view key, std::string& stored) const {
    const std::size_t size = stored.size() < checksum_bytes ? 0 : stored.size() - checksum_bytes;
    if (stored.size() < checksum_bytes || load_unaligned<std::uint64_t>(stored.data() + size) !=
                                              checksum(table, key, std::string_view(stored).substr(0, size))) {
        return store::file_error(file_->path_, std::string("is damaged: an entry of its table \"") + name_of(table) +
                                                   "\" is not what was written" + repair_hint);
    }
    stored.resize(size);
    return ok();
}

Error LedgerFile::Transaction::incomplete(Table table) const {
    return store::file_error(file_->path_, std::string("is damaged: its table \"") + name_of(table) +
                                               "\" lacks entries that were written" + repair_hint);
}

Result<std::optional<std::string>> LedgerFile::Transaction::get(Table table, std::string_view key) const {
    MDB_val k = val_of(key), v{};
    std::string stored;
    int code = file_->call([&] { return mdb_get(txn_, dbi(table), &k, &v); });
    if (code == MDB_NOTFOUND) {
        return std::optional<std::string>();
    }
    if (code == MDB_SUCCESS) {
        code = copy(v, stored);
    }
    if (code != MDB_SUCCESS) {
        return file_->error("cannot be read", code);
    }
    if (auto status = check_value(table, key, stored); !status) {
        return status.error();
    }
    return std::optional<std::string>(std::move(stored));
}

Status LedgerFile::Transaction::put(Table table, std::string_view key, std::string_view value) {
    std::string stored(value);
    stored.append(bytes_of(checksum(table, key, value)));
    MDB_val k = val_of(key), v = val_of(stored);
    const int code = file_->is_cut_off() ? map_lost : file_->call([&] { return mdb_put(txn_, dbi(table), &k, &v, 0); });
    return code == MDB_SUCCESS ? ok() : Status(file_->error("cannot be written", code));
}

Status LedgerFile::Transaction::remove(Table table, std::string_view key) {
    MDB_val k = val_of(key);
    const int code =
        file_->is_cut_off() ? map_lost : file_->call([&] { return mdb_del(txn_, dbi(table), &k, nullptr); });
    return code == MDB_SUCCESS || code == MDB_NOTFOUND ? ok() : Status(file_->error("cannot be written", code));
}

Status LedgerFile::Transaction::each(Table table, std::string_view from, const Visit& visit) const {
    Cursor cursor(*this, table);
    cursor.key = from;
    if (cursor.code == MDB_SUCCESS) {
        cursor.get(from.empty() ? MDB_FIRST : MDB_SET_RANGE);
    }
    // Each entry has a checksum. The order and the number of the entries show that none is missing or stored twice.
    std::size_t entries = 0;
    for (std::string last; cursor.code == MDB_SUCCESS; cursor.get(MDB_NEXT)) {
        if (auto status = check_value(table, cursor.key, cursor.value); !status) {
            return status;
        }
        if (++entries > 1 && cursor.key <= last) {
            return incomplete(table);
        }
        if (!visit(cursor.key, cursor.value)) {
            return ok();
        }
        last = cursor.key;
    }
    if (cursor.code != MDB_NOTFOUND) {
        return file_->error("cannot be read", cursor.code);
    }
    MDB_stat stat{};
    const int code = file_->call([&] { return mdb_stat(txn_, dbi(table), &stat); });
    const bool all = code == MDB_SUCCESS && (!from.empty() || entries == stat.ms_entries);
    return all ? ok() : Status(incomplete(table));
}

Status LedgerFile::Transaction::check(Table table) const {
    bool found = true;
    auto status = each(table, {}, [&](std::string_view key, std::string_view value) {
        const auto by_key = get(table, key);
        found = by_key && by_key.value() == value;
        return found;
    });
    return found ? status : Status(incomplete(table));
}

Status LedgerFile::Transaction::keep_room() {
    constexpr std::uint64_t min_room = std::uint64_t{1} << 20;
    MDB_envinfo info{};
    int fd = -1;
    int code = file_->call([&] { return mdb_env_info(file_->env_, &info); });
    if (code == MDB_SUCCESS) {
        code = mdb_env_get_fd(file_->env_, &fd);
    }
    const std::uint64_t used = (std::uint64_t{info.me_last_pgno} + 1) * file_->page_bytes_;
    const std::uint64_t room = min_room + used / 4;
    struct stat s {};
    if (code == MDB_SUCCESS && ::fstat(fd, &s) != 0) {
        code = errno;
    }
    const auto bytes = static_cast<std::uint64_t>(s.st_size);
    if (code == MDB_SUCCESS && bytes < file_->file_.bytes) {
        code = map_lost;
    }
    // ftruncate() allocates no disk block. No other process can extend the file during this transaction.
    if (code == MDB_SUCCESS && bytes < used + room / 2) {
        code = ::ftruncate(fd, static_cast<off_t>(used + room)) == 0 ? MDB_SUCCESS : errno;
        file_->file_.bytes = code == MDB_SUCCESS ? used + room : file_->file_.bytes;
    }
    return code == MDB_SUCCESS ? ok() : Status(file_->error("cannot be written", code));
}

Status LedgerFile::Transaction::commit() {
    if (file_->is_cut_off()) {
        return file_->error("cannot be written", map_lost);
    }
    MDB_txn* const txn = std::exchange(txn_, nullptr);
    const int code = file_->call([&] { return mdb_txn_commit(txn); });
    return code == MDB_SUCCESS ? ok() : Status(file_->error("cannot be written", code));
}

}  // namespace bizrec::ledger
