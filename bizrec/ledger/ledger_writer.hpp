#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
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

    LedgerWriter(AccountTable& table, std::unique_ptr<Ledger> ledger) noexcept
        : table_(table), ledger_(std::move(ledger)), dead_(table) {}

    /// Takes what was charged since the last call, and books it on the ledger in one transaction, durable when this
    /// returns; then the table has what others have written to the ledger. Where that fails, what was taken waits for
    /// the next call, each minute by itself. Not on the event loop: it waits for the disk, and for tools that write.
    Status write(std::int64_t now_unix_ms);

private:
    struct Taken {
        Ledger::Transaction::Booked of[endpoint_places][2];
        Millicredits spent = 0;
        Millicredits tallied = 0;  ///< the sum of `of`
    };
    struct Pending {
        std::uint64_t requests = 0, rows = 0, millicredits = 0;
    };

    Status start();
    void take(std::int64_t now_unix_ms);
    void take_account(std::uint32_t number, std::uint32_t minute);
    void take_tallies(std::uint32_t number, std::size_t endpoint, unsigned parity, std::uint32_t minute);
    Status book(Ledger::Transaction& txn);
    Status book_account(Ledger::Transaction& txn, std::uint32_t number);
    Status book_pending(Ledger::Transaction& txn);
    Status bring(const Ledger::Transaction& txn);
    Status transact(std::int64_t now_unix_ms);

    AccountTable& table_;
    std::unique_ptr<Ledger> ledger_;
    std::vector<Taken> taken_;                            ///< of each account
    std::unordered_set<std::uint32_t> changed_;           ///< accounts with news for the ledger
    std::unordered_map<std::uint64_t, Pending> pending_;  ///< by minute, account and endpoint
    DeadWorkers dead_;
    std::uint64_t revision_ = UINT64_MAX;  ///< of the sums in the table; none yet
    bool started_ = false;
};

}  // namespace bizrec::ledger
