#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"
#include "bizrec/ledger/map_guard.hpp"
#include "bizrec/store/fd.hpp"

struct MDB_env;
struct MDB_val;
struct MDB_txn;

namespace bizrec::ledger {

/// The tables of a ledger; docs/ledger-format.md.
enum class Table : unsigned { about, grants, teams, counters, usage, tallies, unsettled };
inline constexpr unsigned tables = 7;
const char* name_of(Table table) noexcept;

/// Endings of messages about a damaged ledger. They say what to do.
inline constexpr const char* repair_hint =
    "; make a new ledger of the last export and the access log with lmdb_builder credits repair";
inline constexpr const char* put_back_hint =
    "; put it back by rename, or stop the server and make a new ledger of the last export and the access log with "
    "lmdb_builder credits repair";

/// An LMDB file of tables from key to value. Each value has a checksum over table, key and value. Other processes may
/// have it open at the same time: a writer waits for the previous one, a reader sees one snapshot. It must not be used
/// across a fork, or be opened twice in a process. If the file is truncated during an operation, the operation fails.
/// This object may then only be destroyed, and its locks are held until the thread ends.
class LedgerFile {
public:
    enum class Mode { read, write };

    /// Creates the file, which must not exist, with empty tables.
    static Result<std::unique_ptr<LedgerFile>> create(const std::string& path);
    static Result<std::unique_ptr<LedgerFile>> open(const std::string& path, Mode mode);
    ~LedgerFile();
    LedgerFile(const LedgerFile&) = delete;
    LedgerFile& operator=(const LedgerFile&) = delete;

    const std::string& path() const noexcept { return path_; }
    std::uint64_t inode() const noexcept { return inode_; }

    /// The last known length of the file, which never shrinks.
    std::uint64_t bytes() const noexcept { return file_.bytes; }

    /// Fails if the path no longer names the open file, or if the file was truncated. Writes to a deleted or replaced
    /// file are lost with it. Call this before each transaction and after its commit. After an error this object may
    /// only be destroyed.
    Status check_in_place();

    /// Makes all changes or none. They are on disk when commit() returns.
    class Transaction {
    public:
        Transaction(Transaction&& other) noexcept;
        ~Transaction();  ///< without commit(): changes nothing
        Transaction& operator=(Transaction&&) = delete;

        Result<std::optional<std::string>> get(Table table, std::string_view key) const;
        Status put(Table table, std::string_view key, std::string_view value);
        Status remove(Table table, std::string_view key);

        /// Visits entries in the order of the keys' bytes, from the first that is not below `from`, until `visit`
        /// returns false. The arguments of `visit` are valid until it returns.
        using Visit = std::function<bool(std::string_view key, std::string_view value)>;
        Status each(Table table, std::string_view from, const Visit& visit) const;

        /// Reads a whole table. Checks that each entry is complete, and that its key finds it.
        Status check(Table table) const;

        const std::string& path() const noexcept { return file_->path_; }

        /// For a writer: extends the file far beyond the pages that the transaction will write. If the file is
        /// truncated meanwhile, the writes do not extend it to its old length again, and check_in_place() notices.
        Status keep_room();

        Status commit();

    private:
        friend class LedgerFile;
        class Cursor;
        Transaction(LedgerFile& file, MDB_txn* txn) noexcept : file_(&file), txn_(txn) {}
        unsigned dbi(Table table) const noexcept { return file_->dbi_[static_cast<unsigned>(table)]; }
        int copy(const MDB_val& from, std::string& to) const;
        Status check_value(Table table, std::string_view key, std::string& stored) const;
        Error incomplete(Table table) const;
        LedgerFile* file_;
        MDB_txn* txn_;
    };

    Result<Transaction> begin(Mode mode);

private:
    explicit LedgerFile(std::string path) : path_(std::move(path)) {}
    Status open_env(Mode mode, bool is_new);
    Status open_tables(Mode mode, bool make);
    Status note_place();
    Error error(const char* what, int code);
    Error lost();
    bool is_cut_off() const noexcept;
    /// Keeps a pointer to an LMDB object that can be neither used nor freed, so that it does not count as a leak.
    static void abandon(void* object);

    /// Runs a call of LMDB that reads the map. Returns its code, or map_lost (map_guard.hpp).
    template <class Call>
    int call(Call&& lmdb) noexcept {
        const int code = guarded(lmdb);
        is_lost_ = is_lost_ || code == map_lost;
        return code;
    }

    /// The file that a name leads to, and its length.
    struct Place {
        std::uint64_t device = 0, inode = 0, bytes = 0;
    };
    static bool find_place(const std::string& path, Place& place) noexcept;

    std::string path_;
    store::FileDescriptor opening_lock_;  ///< the file, with a flock(2) while this process opens or closes it
    MDB_env* env_ = nullptr;
    bool is_lost_ = false;  ///< env_ can no longer be used or closed
    unsigned dbi_[tables] = {};
    std::uint64_t inode_ = 0;
    Place file_, lock_;  ///< of the ledger and of its lock file, as last seen
    std::uint64_t page_bytes_ = 0;
    std::uint64_t last_txnid_ = 0;  ///< number of the newest transaction, as last seen
};

}  // namespace bizrec::ledger
