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

/// The accounts of one ledger in memory that a server's processes share. The memory is a file of the system's shared
/// memory (shm_overview(7)), named after the ledger. Workers inherit the mapping, a reload keeps it, and a new master
/// that starts beside the old one (USR2) finds it. A reboot removes it; the next server makes a new one from the
/// ledger.
class AccountTable {
public:
    /// The ledger of a table, and the table's name in the shared memory.
    struct Name {
        std::string ledger_id;       ///< 16 hexadecimal digits
        std::uint64_t table_id = 0;  ///< part of a name that users cannot guess; 0: the name has only ledger_id
    };

    /// The result of open(), which finds the table of the ledger, or creates one with room for at least three times
    /// `accounts`. Call open() before the fork. `is_new`: the table was created. `fill` then fills it before other
    /// processes see it, while a lock keeps a second process from creating it.
    struct Made {
        std::unique_ptr<AccountTable> table;
        bool is_new;
    };
    using Fill = std::function<Status(AccountTable&)>;
    static Result<Made> open(const Name& name, std::size_t accounts, const Fill& fill);

    /// Removes the name. Processes that have the table mapped keep it.
    static void remove(const Name& name) noexcept;

    /// The name of the ledger's table, usually made of the ledger's id. Another user who knows that name may create a
    /// file of the same name while no server runs, and then no server could start. In that case the table gets a name
    /// derived from its random table_id, which only the ledger and the table contain. `last_table_id`: the table_id in
    /// the ledger, by which such a table is found again; 0 if there is none. A file of root, or of the server whose
    /// table has `last_table_id`, is not taken for one of another user.
    static Result<Name> name_for(const std::string& ledger_id, std::uint64_t last_table_id);

    ~AccountTable();
    AccountTable(const AccountTable&) = delete;
    AccountTable& operator=(const AccountTable&) = delete;

    /// Returns the team's account, or null if it has none. Takes no lock. An account never moves.
    Account* find(std::string_view team) const noexcept;

    /// The account of the team, created with a limit of 0 if there is none. One caller at a time: the ledger's writer,
    /// or the process that creates the table. Fails if the table or the system's shared memory is full.
    Result<Account*> obtain(std::string_view team);

    std::size_t size() const noexcept { return header().accounts.load(std::memory_order_acquire); }
    Account& account(std::size_t number) const noexcept { return accounts_[number]; }
    std::size_t number_of(const Account& account) const noexcept {
        return static_cast<std::size_t>(&account - accounts_);
    }
    static std::string_view team_of(const Account& account) noexcept { return {account.team, account.team_bytes}; }

    TableHeader& header() const noexcept { return *header_; }
    WorkerSlots& worker(std::size_t number) const noexcept { return workers_[number]; }

    /// Reserves the slots of a worker for this process. Null if all are taken, if there is no memory, or without /proc.
    WorkerSlots* claim_worker() const noexcept;

private:
    AccountTable() = default;
    Status open_file();
    /// Like open(). Returns nothing if another process has meanwhile removed the name: try again.
    static Result<std::optional<Made>> open_once(const Name& name, std::size_t accounts, const Fill& fill);
    Status create(const Name& name, std::size_t accounts, const Fill& fill);
    Status attach(std::string_view ledger_id);
    Status map(std::size_t bytes);
    void place(std::uint32_t bucket_bits, std::uint32_t capacity) noexcept;
    /// Allocates the memory of a part of the table now. Otherwise, if there is no memory later, the first access would
    /// end the process. Returns false if there is no memory; errno is set.
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
