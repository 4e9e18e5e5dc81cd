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

/// The one process of a server that writes the server's charges to the ledger, and reads grants and the counters of
/// other edges from it. Charges are in the table first, so a writer that is killed at any point loses none, and the
/// next writer continues.
class LedgerWriter {
public:
    /// Makes this process the writer if there is none, or if the last one has died. Returns whether it is the writer.
    static bool claim(AccountTable& table) noexcept;
    /// Ends the claim, so that another process can become the writer.
    static void release(AccountTable& table) noexcept;

    /// `path`: the table's ledger. It is opened with the first transaction, and again after a failed one. The table
    /// must outlive this object.
    LedgerWriter(AccountTable& table, std::string path) : table_(table), path_(std::move(path)), dead_(table) {}

    /// Takes the charges since the last call, and books them in one transaction, which is on disk when this returns.
    /// Also updates the table with the changes that others have made to the ledger. If it fails, the taken charges wait
    /// for the next call, separately for each minute. Do not call it on the event loop: it waits for the disk, and for
    /// tools that write the ledger.
    Status write(std::int64_t now_unix_ms);

    /// Whether the ledger was truncated during the last write(). The thread of that call then holds locks of LMDB until
    /// it ends, so make the next call in another thread.
    bool has_spoiled_thread() const noexcept { return has_spoiled_thread_; }

    /// Only takes the charges since the last call, so that minutes stay separate while write() waits in another thread.
    /// Does nothing before the first transaction. Returns the Unix time in milliseconds on whose minute the charges are
    /// booked.
    std::int64_t take(std::int64_t now_unix_ms);

    /// Whether there are charges that neither write() nor take() has taken.
    bool has_news();

private:
    /// The values of an account that were taken last.
    struct Taken {
        Ledger::Transaction::Booked of[endpoint_places][2];
        Millicredits spent = 0;
        Millicredits tallied = 0;  ///< the sum of the values in `of`
    };
    struct Sums {
        std::uint64_t requests = 0, rows = 0, millicredits = 0;
        void add(const Sums& more) noexcept;
    };
    /// Changes of accounts that the ledger must book.
    struct Batch {
        std::map<std::uint32_t, Taken> accounts;  ///< by number of the account
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
    /// Refuses a ledger that another server writes, or an older copy of the server's own.
    Status check(const Session& session);
    Status transact(std::int64_t now_unix_ms);

    AccountTable& table_;
    const std::string path_;

    std::mutex mutex_;          // guards the next four members; never held while waiting for the disk
    std::vector<Taken> taken_;  ///< by number of the account
    Batch news_;                ///< taken, but not in batch_ yet
    std::int64_t last_ms_ = 0;  ///< Unix time of the last booking
    bool started_ = false;

    // Only the thread that writes uses the members below.
    std::unique_ptr<Ledger> ledger_;  ///< null: not open
    Batch batch_;                     ///< the changes that the current transaction books
    DeadWorkers dead_;
    std::uint64_t revision_ = UINT64_MAX;  ///< revision of the sums in the table; UINT64_MAX: none yet
    bool has_spoiled_thread_ = false;
    std::uint64_t in_doubt_ = 0;  ///< number of a transaction whose commit failed; 0 = none
};

}  // namespace bizrec::ledger
