#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/ledger/account_table.hpp"
#include "bizrec/ledger/dead_workers.hpp"
#include "bizrec/ledger/ledger.hpp"

namespace bizrec::ledger {

/// The one process of a server that writes its charges to the ledger, and brings grants and other edges' counters from
/// there. What is charged stands in the table first: a writer that is killed at any point loses nothing, and the next
/// one goes on.
class LedgerWriter {
public:
    /// Becomes the writer where there is none, or none that lives. The table outlives this object.
    static bool claim(AccountTable& table) noexcept;
    /// The claim ends; another process may have it.
    static void release(AccountTable& table) noexcept;

    /// `path`: the table's ledger. It is opened with the first transaction, and again after one that failed.
    LedgerWriter(AccountTable& table, std::string path) : table_(table), path_(std::move(path)), dead_(table) {}

    /// Takes what was charged since the last call, and books it on the ledger in one transaction, durable when this
    /// returns; then the table has what others have written to the ledger. Where that fails, what was taken waits for
    /// the next call, each minute by itself. Not on the event loop: it waits for the disk, and for tools that write.
    Status write(std::int64_t now_unix_ms);

    /// The last write() has met the end of the ledger in the midst of LMDB, and left what only the end of its thread
    /// unlocks: the next one is to be called in another.
    bool has_spoiled_thread() const noexcept { return has_spoiled_thread_; }

    /// Takes what was charged since the last call, and no more: so that each minute stays by itself while write()
    /// waits in another thread. Nothing before the first transaction. Gives the time that it was booked on.
    std::int64_t take(std::int64_t now_unix_ms);

    /// Whether something was charged that write() has not taken.
    bool has_news();

private:
    struct Taken {
        Ledger::Transaction::Booked of[endpoint_places][2];
        Millicredits spent = 0;
        Millicredits tallied = 0;  ///< the sum of `of`
    };
    struct Sums {
        std::uint64_t requests = 0, rows = 0, millicredits = 0;
        void add(const Sums& more) noexcept;
    };
    /// News of accounts for the ledger.
    struct Batch {
        std::map<std::uint32_t, Taken> accounts;  ///< as they were taken
        std::map<std::uint64_t, Sums> usage;      ///< by minute, account and endpoint
    };

    Status open_ledger();
    Status start();
    bool is_news(std::uint32_t number) const noexcept;
    void take_account(std::uint32_t number, std::uint32_t minute);
    void take_tallies(std::uint32_t number, std::size_t endpoint, unsigned parity, std::uint32_t minute);
    void fill_batch();
    std::int64_t booking_time(std::int64_t now_unix_ms) const noexcept;
    Status book(Ledger::Transaction& txn);
    Status book_account(Ledger::Transaction& txn, std::uint32_t number, const Taken& taken);
    Status book_usage(Ledger::Transaction& txn);
    Status bring(const Ledger::Transaction& txn);
    Status transact(std::int64_t now_unix_ms);

    AccountTable& table_;
    const std::string path_;

    std::mutex mutex_;          // for the next four; held for no longer than it takes to read the table
    std::vector<Taken> taken_;  ///< of each account
    Batch news_;                ///< not in the batch yet
    std::int64_t last_ms_ = 0;  ///< Unix time of the last booking
    bool started_ = false;

    // The rest is of the thread that writes.
    std::unique_ptr<Ledger> ledger_;  ///< null: to be opened
    Batch batch_;                     ///< what the transaction at hand books
    DeadWorkers dead_;
    std::uint64_t revision_ = UINT64_MAX;  ///< of the sums in the table; none yet
    bool has_spoiled_thread_ = false;
    std::uint64_t in_doubt_ = 0;  ///< number of a transaction whose commit has failed; 0 = none
};

}  // namespace bizrec::ledger
