#include "ngx_bizrec_module/charging/credit_ledger.hpp"

#include <fcntl.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <numeric>

#include "bizrec/base/monotonic_ms.hpp"
#include "bizrec/ledger/accounts.hpp"
#include "bizrec/ledger/ledger_writer.hpp"
#include "bizrec/ledger/process_identity.hpp"
#include "ngx_bizrec_module/guard.hpp"
#include "ngx_bizrec_module/worker_user.hpp"

namespace bizrec::ngx {
namespace {

constexpr std::int64_t repeat_ms = 60'000;  // minimum time between two alerts about a ledger, by all workers together
constexpr std::int64_t overdue_ms = 3000;   // a worker that sees no transaction for this long raises an alert

std::int64_t unix_ms() noexcept {
    using std::chrono::duration_cast;
    return duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

/// A task that writes one transaction to the ledger. It has the LedgerWriter, which keeps the ledger open;
/// take_writer() moves the LedgerWriter to the next task.
class WriteTask final : public IndexTask {
public:
    WriteTask(std::shared_ptr<ledger::AccountTable> table, std::unique_ptr<ledger::LedgerWriter> writer)
        : table_(std::move(table)), writer_(std::move(writer)) {}

    /// May be called while the task runs.
    ledger::LedgerWriter& writer() noexcept { return *writer_; }
    std::unique_ptr<ledger::LedgerWriter> take_writer() noexcept { return std::move(writer_); }
    const Status& result() const noexcept { return result_; }
    bool has_spoiled_thread() const noexcept { return writer_ && writer_->has_spoiled_thread(); }

protected:
    void run(const std::atomic<bool>&) override { result_ = writer_->write(unix_ms()); }
    void failed(const char* reason) override { result_ = Error{std::string("cannot be written: ") + reason}; }
    void failed_without_memory() noexcept override {}

private:
    std::shared_ptr<ledger::AccountTable> table_;  // the writer's table, which must outlive the writer
    std::unique_ptr<ledger::LedgerWriter> writer_;
    Status result_ = Error{"no memory"};
};

CreditLedger::CreditLedger(std::string path, CreditSettings settings, std::string named_in, ngx_uint_t line)
    : path_(std::move(path)),
      settings_(std::move(settings)),
      named_in_(std::move(named_in)),
      line_(line),
      thread_(std::make_unique<IndexThread>()) {}

/// Frees this process's region of slots if no request has a slot. Otherwise the region stays until the process has
/// ended; the next writer then records the charges that its slots name.
CreditLedger::~CreditLedger() {
    if (slots_ != nullptr && !started_ && free_slots_.size() == ledger::slots_of_worker) {
        slots_->owner.store(0, std::memory_order_release);
    }
}

bool CreditLedger::refuse(ngx_conf_t* cf, const std::string& message) const noexcept {
    ngx_log_error(NGX_LOG_EMERG, cf->log, 0, "bizrec_credits: %s in %s:%ui", message.c_str(), named_in_.c_str(), line_);
    return false;
}

bool CreditLedger::prepare(ngx_conf_t* cf, const CreditLedgers& ours, const CreditLedgers* before) {
    const auto id = ledger::check_ledger(path_, settings_.edge);
    if (!id) {
        return refuse(cf, id.error().message);
    }
    ledger_id_ = id.value();
    for (const auto& other : ours) {
        if (other.get() != this && other->ledger_id_ == ledger_id_) {
            return refuse(cf, path_ + ": is the same ledger as " + other->path_ + "; use one path for it");
        }
    }
    for (const char* suffix : {"", "-lock"}) {
        const auto status = openable_by_workers(cf->cycle, path_ + suffix, O_RDWR,
                                                "write the ledger and its \"-lock\" and to enter their folders");
        if (!status) {
            return refuse(cf, path_ + suffix + ": " + status.error().message);
        }
    }
    if (ledger::this_process() == 0) {
        return refuse(cf, path_ + ": needs /proc, by which workers are told apart; mount it");
    }
    return ngx_test_config != 0 || attach(cf, before);
}

/// Uses the table of accounts of the running configuration if that has the same ledger, otherwise opens the table.
/// Compares the ledgers' ids, because the running configuration may use another path for the ledger, and a process may
/// open a ledger only once.
bool CreditLedger::attach(ngx_conf_t* cf, const CreditLedgers* before) {
    if (before != nullptr) {
        const auto same = std::find_if(before->begin(), before->end(), [this](const auto& other) {
            return other->table_ && other->ledger_id_ == ledger_id_ &&
                   other->table_->header().state == ledger::TableState::open;
        });
        if (same != before->end()) {
            table_ = (*same)->table_;
            // 0 = not known: the file that prepare() has checked may be shorter than the length in the table
            table_->header().ledger_bytes = 0;
            return true;
        }
    }
    constexpr std::int64_t min_patience_ms = 2000;
    const auto interval = static_cast<std::int64_t>(settings_.sync);
    auto accounts = ledger::open_accounts(path_, std::max(min_patience_ms, 3 * interval));
    if (!accounts) {
        return refuse(cf, accounts.error().message);
    }
    table_ = std::move(accounts).value();
    table_->header().ledger_bytes = 0;
    return true;
}

void CreditLedger::start(ngx_log_t* log) noexcept {
    if (!table_) {
        return;
    }
    timer_.set_log(log);
    started_ = true;
    slots_ = table_->claim_worker();
    guard("credits", log, [this] {
        free_slots_.resize(slots_ == nullptr ? 0 : ledger::slots_of_worker);
        std::iota(free_slots_.begin(), free_slots_.end(), std::uint16_t{0});
    });
    if (slots_ == nullptr) {
        ngx_log_error(
            NGX_LOG_WARN, log, 0,
            "bizrec_credits \"%s\": too many processes, or no shared memory: charges of this worker would not "
            "be named if it were killed",
            path_.c_str());
    }
    timer_.set(settings_.sync);
}

/// A worker that ends writes its last charges itself if no other worker will.
void CreditLedger::stop() noexcept {
    if (!started_) {
        return;
    }
    started_ = false;
    timer_.stop();
    guard("credits", ngx_cycle->log, [this] { write_last(); });
}

/// Whether the ledger has this worker's last charge. A transaction that was under way when the worker charged may lack
/// that charge; the next transaction has it.
bool CreditLedger::is_all_written() const noexcept {
    return !has_charged_ || transactions() >= charged_at_ + 2;
}

/// Waits until this worker's charges are written, or becomes the writer and writes them. It cannot rely on the present
/// writer: that worker may be ending as well, and may have begun its last transaction before this worker's last charge.
void CreditLedger::write_last() {
    if (!finish_task()) {
        return;
    }
    bool is_writer = ledger::LedgerWriter::claim(*table_);
    for (ngx_msec_t waited = 0; !is_writer && !is_all_written() && waited < patience_ms(); ++waited) {
        ngx_msleep(1);
        is_writer = ledger::LedgerWriter::claim(*table_);
    }
    // each further attempt writes the charges of a worker that ended during the attempt before
    constexpr int attempts = 3;
    for (int i = 0; i < attempts && write_now(); ++i) {
    }
    task_.reset();
}

/// Waits for the transaction under way. Returns true if it has ended, or if there was none. Returns false if it still
/// waits after patience_ms(), for the disk or for another program that has locked the ledger. The thread is then
/// abandoned, and the charges stay in the shared memory for the next writer.
bool CreditLedger::finish_task() {
    for (ngx_msec_t waited = 0; task_ && !task_->finished(); ++waited) {
        if (waited == patience_ms()) {
            thread_->abandon();
            say_failure(path_ +
                        ": was not written when a worker ended: the disk, or another program that writes the ledger, "
                        "holds it up");
            return false;
        }
        ngx_msleep(1);
    }
    take_result();
    return true;
}

/// Runs one transaction if this worker is the writer or can become it. Returns true if there is more to write.
bool CreditLedger::write_now() noexcept {
    if (!ledger::LedgerWriter::claim(*table_)) {
        return false;  // the writer is alive and sees this worker's charges
    }
    bool more = false;
    guard("credits", ngx_cycle->log, [&] {
        if (!post_write()) {
            ledger::LedgerWriter::release(*table_);
        } else if (finish_task()) {
            more = task_->result() && task_->writer().has_news();
            task_.reset();
            ledger::LedgerWriter::release(*table_);
        }
    });
    return more;
}

/// Starts a transaction on the thread. Returns false if no thread can be started. Precondition: this worker is the
/// writer.
bool CreditLedger::post_write() {
    auto task = std::make_shared<WriteTask>(table_, take_writer());
    task_.reset();
    if (!thread_->post(task)) {
        say_failure(path_ + ": cannot be written: no thread can be started");
        return false;
    }
    task_ = std::move(task);
    return true;
}

std::unique_ptr<ledger::LedgerWriter> CreditLedger::take_writer() {
    auto writer = task_ ? task_->take_writer() : nullptr;
    return writer ? std::move(writer) : std::make_unique<ledger::LedgerWriter>(*table_, path_);
}

void CreditLedger::on_timer(ngx_event_t* event) noexcept {
    auto& self = WorkerTimer::owner_of<CreditLedger>(event);
    self.timer_.set(self.settings_.sync);  // first, so that the next attempt is scheduled even if the code below throws
    guard("credits", ngx_cycle->log, [&self] { self.tick(); });
}

void CreditLedger::tick() {
    watch();
    if (task_ && !task_->finished()) {
        take_minute();
        return;
    }
    take_result();
    if (!ledger::LedgerWriter::claim(*table_)) {
        task_.reset();  // closes the ledger, which the LedgerWriter of this task has open
        return;
    }
    post_write();
}

/// Called while a transaction runs, which may take minutes if the disk is slow or a tool that has locked the ledger was
/// stopped. Collects the charges once a minute, so that each charge is booked in its own minute.
void CreditLedger::take_minute() {
    const std::int64_t now = unix_ms();
    if (now / 60'000 != taken_minute_) {
        taken_minute_ = now / 60'000;
        task_->writer().take(now);
    }
}

/// Every worker checks that transactions happen, because the writer may hang or be stopped.
void CreditLedger::watch() {
    ledger::TableHeader& h = table_->header();
    const std::uint64_t transactions = h.transactions.load(std::memory_order_relaxed);
    if (h.state.load(std::memory_order_relaxed) == ledger::TableState::lost) {
        return;  // no charges are made, so there is nothing to write
    }
    if (transactions != seen_transactions_) {
        seen_transactions_ = transactions;
        idle_ticks_ = 0;
        return;
    }
    // Counts ticks instead of reading a clock: a server that was paused as a whole raises no alarm.
    const auto interval = static_cast<std::int64_t>(settings_.sync);
    const std::int64_t idle_ms = ++idle_ticks_ * interval;
    if (idle_ticks_ < 3 || idle_ms < overdue_ms) {
        return;
    }
    const std::int64_t now = monotonic_ms();
    // Reads failing_since_ms only once, because the writer may set it to 0 at any time.
    std::int64_t since = 0;
    if (h.failing_since_ms.compare_exchange_strong(since, now - idle_ms)) {
        since = now - idle_ms;
    }
    const std::int64_t alerted = std::abs(h.alerted_ms.load());
    // After an alert, waits longer than the writer does, so that the writer, which knows the reason, logs the next one.
    if (alerted == 0 || now - alerted >= repeat_ms + 2 * interval) {
        say_failure(path_ + ": was not written for " + std::to_string((now - since) / 1000) + " s: process " +
                    std::to_string(ledger::pid_of(h.writer)) +
                    " waits for the disk, for another program that writes the ledger, or was stopped");
    }
}

void CreditLedger::take_result() {
    if (!task_) {
        return;
    }
    if (task_->has_spoiled_thread()) {
        thread_ = std::make_unique<IndexThread>();
    }
    if (!task_->result() && !has_lost_ && table_->header().state == ledger::TableState::lost) {
        has_lost_ = true;  // logged even if another alert was logged this minute
        ngx_log_error(NGX_LOG_ALERT, ngx_cycle->log, 0, "bizrec_credits: %s", task_->result().error().message.c_str());
    } else if (!task_->result() && !has_lost_) {
        say_failure(task_->result().error().message);
    } else if (task_->result()) {
        say_recovery();
    }
}

/// Logs an alert about this ledger, at most one a minute over all workers.
void CreditLedger::say_failure(const std::string& reason) noexcept {
    std::atomic<std::int64_t>& alerted = table_->header().alerted_ms;
    std::int64_t last = alerted.load();
    const std::int64_t now = monotonic_ms();
    if ((last != 0 && now - std::abs(last) < repeat_ms) || !alerted.compare_exchange_strong(last, now)) {
        return;
    }
    ngx_log_error(NGX_LOG_ALERT, ngx_cycle->log, 0,
                  "bizrec_credits: %s; charges go on in memory, which a restart of the machine would lose",
                  reason.c_str());
}

void CreditLedger::say_recovery() noexcept {
    std::atomic<std::int64_t>& alerted = table_->header().alerted_ms;
    std::int64_t last = alerted.load();
    if (last > 0 && alerted.compare_exchange_strong(last, -last)) {
        ngx_log_error(NGX_LOG_NOTICE, ngx_cycle->log, 0, "bizrec_credits: %s: is written again", path_.c_str());
    }
}

bool CreditLedger::may_charge() const noexcept {
    const ledger::TableHeader& h = table_->header();
    if (h.state.load(std::memory_order_relaxed) != ledger::TableState::open) {
        return false;
    }
    const std::int64_t failing_since = h.failing_since_ms.load(std::memory_order_relaxed);
    return failing_since == 0 || settings_.unwritten == 0 ||
           monotonic_ms() - failing_since <= static_cast<std::int64_t>(settings_.unwritten);
}

ledger::ChargeSlot* CreditLedger::take_slot() noexcept {
    if (free_slots_.empty()) {
        return nullptr;
    }
    ledger::ChargeSlot* slot = &slots_->slots[free_slots_.back()];
    free_slots_.pop_back();
    return slot;
}

void CreditLedger::give_back(ledger::ChargeSlot* slot) noexcept {
    slot->state.store(ledger::ChargeState::none, std::memory_order_release);
    // does not allocate, because the vector keeps its capacity
    free_slots_.push_back(static_cast<std::uint16_t>(slot - slots_->slots));
}

}  // namespace bizrec::ngx
