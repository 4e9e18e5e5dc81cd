#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"
#include "bizrec/ledger/account_layout.hpp"
#include "bizrec/ledger/millicredits.hpp"
#include "bizrec/store/fd.hpp"

namespace bizrec::ledger {

/// The accounts of one ledger in memory that a server's processes share. It is a file of the system's shared memory
/// (shm_overview(7)) named after the ledger: workers inherit the mapping, a reload goes on with it, and a new master
/// next to the old one (USR2) finds the same. It ends with the machine, as what it holds should: after that, the ledger
/// alone is right.
class AccountTable {
public:
    /// Which ledger's table, and its name in the shared memory.
    struct Name {
        std::string ledger_id;       ///< 16 hexadecimal digits
        std::uint64_t table_id = 0;  ///< of a name that nobody can know before it is there; 0: the ledger's own name
    };

    /// Finds the table of the ledger, or makes one with room for `accounts` and twice as many. Called before the fork.
    /// `is_new`: whether it is new, and so empty; `fill` fills it before others see it, while the table is locked
    /// against a second maker.
    struct Made {
        std::unique_ptr<AccountTable> table;
        bool is_new;
    };
    using Fill = std::function<Status(AccountTable&)>;
    static Result<Made> open(const Name& name, std::size_t accounts, const Fill& fill);

    /// Takes the name away; processes that have the table keep it. For tests, and for ledgers that are no more.
    static void remove(const Name& name) noexcept;

    /// The name of the ledger's table. Whoever has seen its own name may put something of his own there while no server
    /// runs, so that none could start. A table then gets a name that is made of its own number, which the ledger and
    /// the table alone have: `last_table_id` finds it again. A table of another user's server, or of root's, is no such
    /// thing.
    static Result<Name> name_for(const std::string& ledger_id, std::uint64_t last_table_id);

    ~AccountTable();
    AccountTable(const AccountTable&) = delete;
    AccountTable& operator=(const AccountTable&) = delete;

    /// Null where the team has no account. No lock; an account, once there, stays where it is.
    Account* find(std::string_view team) const noexcept;

    /// The account of the team, made with a limit of 0 where there is none. One caller at a time: the ledger's writer,
    /// or who makes the table. An error where the table or the system's shared memory is full.
    Result<Account*> obtain(std::string_view team);

    std::size_t size() const noexcept { return header().accounts.load(std::memory_order_acquire); }
    Account& account(std::size_t number) const noexcept { return accounts_[number]; }
    std::size_t number_of(const Account& account) const noexcept {
        return static_cast<std::size_t>(&account - accounts_);
    }
    static std::string_view team_of(const Account& account) noexcept { return {account.team, account.team_bytes}; }

    TableHeader& header() const noexcept { return *header_; }
    WorkerSlots& worker(std::size_t number) const noexcept { return workers_[number]; }

    /// A region for this process, or null where all are taken or there is no memory.
    WorkerSlots* claim_worker() const noexcept;

private:
    AccountTable() = default;
    Status open_file();
    /// Nothing: its maker has given it up meanwhile, and taken its name away.
    static Result<std::optional<Made>> open_once(const Name& name, std::size_t accounts, const Fill& fill);
    Status create(const Name& name, std::size_t accounts, const Fill& fill);
    Status attach(std::string_view ledger_id);
    Status map(std::size_t bytes);
    void place(std::uint32_t bucket_bits, std::uint32_t capacity) noexcept;
    /// Gives memory to a part now: later, where there is none, the first touch would be the end of the process.
    bool reserve(const void* from, std::size_t bytes) const noexcept;
    bool reserve_owners() const noexcept;
    std::size_t bucket_of(std::string_view team) const noexcept;

    std::string name_;
    store::FileDescriptor file_;
    char* base_ = nullptr;
    std::size_t bytes_ = 0;
    TableHeader* header_ = nullptr;
    std::atomic<std::uint32_t>* buckets_ = nullptr;  ///< number of the account + 1; 0 = empty
    WorkerSlots* workers_ = nullptr;
    Account* accounts_ = nullptr;
};

}  // namespace bizrec::ledger
