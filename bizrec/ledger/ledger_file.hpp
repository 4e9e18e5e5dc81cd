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

/// Ends of messages: what to do about a damaged ledger.
inline constexpr const char* repair_hint =
    "; make a new ledger of the last export and the access log with lmdb_builder credits repair";
inline constexpr const char* put_back_hint =
    "; put it back by rename, or stop the server and make a new ledger of the last export and the access log with "
    "lmdb_builder credits repair";

/// An LMDB file of tables from key to value, each value with a checksum over table, key and value. Other processes may
/// have it open at the same time: a writer waits for the one before, a reader sees one state. Never across a fork, and
/// once in a process. A file that is cut off in the midst of anything gives an error. This object is then good for
/// nothing but its end, and what it has locked is locked until the thread ends.
class LedgerFile {
public:
    enum class Mode { read, write };

    /// Makes an empty file that must not exist.
    static Result<std::unique_ptr<LedgerFile>> create(const std::string& path);
    static Result<std::unique_ptr<LedgerFile>> open(const std::string& path, Mode mode);
    ~LedgerFile();
    LedgerFile(const LedgerFile&) = delete;
    LedgerFile& operator=(const LedgerFile&) = delete;

    const std::string& path() const noexcept { return path_; }
    std::uint64_t inode() const noexcept { return inode_; }

    /// Its length when it was last looked at. It never becomes shorter.
    std::uint64_t bytes() const noexcept { return file_.bytes; }

    /// Whether the path still names the file that is open, whole as it was: a file that was deleted or replaced takes
    /// what is written with it. To be asked before each transaction and after its commit. After an error this object is
    /// good for nothing but its end.
    Status check_in_place();

    /// All of it or nothing, on the disk when commit() returns.
    class Transaction {
    public:
        Transaction(Transaction&& other) noexcept;
        ~Transaction();  ///< without commit(): nothing has happened
        Transaction& operator=(Transaction&&) = delete;

        Result<std::optional<std::string>> get(Table table, std::string_view key) const;
        Status put(Table table, std::string_view key, std::string_view value);
        Status remove(Table table, std::string_view key);

        /// In the order of the keys' bytes, from the first that is not below `from`, until `visit` gives false. What it
        /// is given is there until it returns.
        using Visit = std::function<bool(std::string_view key, std::string_view value)>;
        Status each(Table table, std::string_view from, const Visit& visit) const;

        /// Reads all of a table: each entry is whole, and is found by its key.
        Status check(Table table) const;

        const std::string& path() const noexcept { return file_->path_; }

        /// Of a writer: the file ends far behind what the transaction will write. So one that is cut off meanwhile
        /// stays shorter than it was, whatever is written then.
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
    /// For an object of LMDB that can be neither used nor ended. It stays reachable, because it is no leak.
    static void abandon(void* object);

    /// All that reads the map is called by this.
    template <class Call>
    int call(Call&& lmdb) noexcept {
        const int code = guarded(lmdb);
        is_lost_ = is_lost_ || code == map_lost;
        return code;
    }

    /// Which file a name leads to, and how long it was.
    struct Place {
        std::uint64_t device = 0, inode = 0, bytes = 0;
    };
    static bool find_place(const std::string& path, Place& place) noexcept;

    std::string path_;
    store::FileDescriptor opening_lock_;  ///< flock(2) of the file while this process opens or closes it
    MDB_env* env_ = nullptr;
    bool is_lost_ = false;  ///< env_ can be neither used nor closed
    unsigned dbi_[tables] = {};
    std::uint64_t inode_ = 0;
    Place file_, lock_;  ///< as they were found last
    std::uint64_t page_bytes_ = 0;
    std::uint64_t last_txnid_ = 0;  ///< … in the file's first two pages
};

}  // namespace bizrec::ledger
