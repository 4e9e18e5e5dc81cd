#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bizrec/ledger/account_table.hpp"
#include "bizrec/ledger/ledger_writer.hpp"
#include "ngx_bizrec_module/index_thread.hpp"
#include "ngx_bizrec_module/ngx.hpp"
#include "ngx_bizrec_module/worker_timer.hpp"

namespace bizrec::ngx {

/// The settings of a ledger from bizrec_credits; they are the same in every location that uses the ledger.
struct CreditSettings {
    std::string edge;     ///< "" = the edge that the ledger names
    ngx_msec_t sync = 0;  ///< time between two transactions, milliseconds
    /// rows are delivered for at most this time without a transaction, milliseconds; 0 = for ever
    ngx_msec_t unwritten = 0;

    bool operator==(const CreditSettings& other) const noexcept {
        return edge == other.edge && sync == other.sync && unwritten == other.unwritten;
    }
};

class WriteTask;
class CreditLedger;
using CreditLedgers = std::vector<std::unique_ptr<CreditLedger>>;

/// One ledger of the configuration. It is checked before the server starts. Its accounts are in memory that all
/// processes share. One worker at a time writes them to the ledger. Not movable: nginx's timer points to this object.
class CreditLedger {
public:
    /// `named_in`, `line`: file and line of the first directive that names the ledger, for messages.
    CreditLedger(std::string path, CreditSettings settings, std::string named_in, ngx_uint_t line);
    ~CreditLedger();
    CreditLedger(const CreditLedger&) = delete;
    CreditLedger& operator=(const CreditLedger&) = delete;

    const std::string& path() const noexcept { return path_; }
    const CreditSettings& settings() const noexcept { return settings_; }

    /// Configuration phase. Checks the ledger and, except for `nginx -t`, opens its accounts. Returns false, after a
    /// message, if the server may not start with this ledger. `ours`: all ledgers of this configuration. `before`: the
    /// ledgers of the running configuration, or null.
    bool prepare(ngx_conf_t* cf, const CreditLedgers& ours, const CreditLedgers* before);

    /// Start and end of a worker.
    void start(ngx_log_t* log) noexcept;
    void stop() noexcept;

    /// Precondition: prepare() returned true, and this is not `nginx -t`.
    const ledger::AccountTable& accounts() const noexcept { return *table_; }

    /// Whether rows may be charged. False if another server has taken over the ledger, or if the ledger could not be
    /// written for longer than CreditSettings::unwritten.
    bool may_charge() const noexcept;

    /// Notes that this worker is about to charge.
    void note_charge() noexcept {
        charged_at_ = transactions();
        has_charged_ = true;
    }

    /// Returns a slot that records a charge until give_back(); null if this worker has no free slot.
    ledger::ChargeSlot* take_slot() noexcept;
    void give_back(ledger::ChargeSlot* slot) noexcept;

private:
    static void on_timer(ngx_event_t* event) noexcept;
    void tick();
    void take_result();
    std::unique_ptr<ledger::LedgerWriter> take_writer();
    bool refuse(ngx_conf_t* cf, const std::string& message) const noexcept;
    bool attach(ngx_conf_t* cf, const CreditLedgers* before);
    bool finish_task();
    void write_last();
    bool is_all_written() const noexcept;
    std::uint64_t transactions() const noexcept {
        return table_->header().transactions.load(std::memory_order_relaxed);
    }
    bool write_now() noexcept;
    bool post_write();
    ngx_msec_t patience_ms() const noexcept { return 1000 + 3 * settings_.sync; }
    void watch();
    void take_minute();
    void say_failure(const std::string& reason) noexcept;
    void say_recovery() noexcept;

    const std::string path_;
    const CreditSettings settings_;
    const std::string named_in_;
    const ngx_uint_t line_;
    std::shared_ptr<ledger::AccountTable> table_;
    std::string ledger_id_;

    std::unique_ptr<IndexThread> thread_;  // not the indexes' thread, because a transaction waits for the disk
    std::shared_ptr<WriteTask> task_;
    ledger::WorkerSlots* slots_ = nullptr;
    std::vector<std::uint16_t> free_slots_;
    std::uint64_t charged_at_ = 0;  ///< number of transactions at this worker's last charge
    bool has_charged_ = false;
    std::uint64_t seen_transactions_ = 0;
    unsigned idle_ticks_ = 0;        // ticks since seen_transactions_ last grew
    std::int64_t taken_minute_ = 0;  // the Unix minute in which take_minute() last took charges
    bool has_lost_ = false;          // the log has the line that another server has taken over the ledger
    bool started_ = false;

    WorkerTimer timer_{this, on_timer};
};

}  // namespace bizrec::ngx
