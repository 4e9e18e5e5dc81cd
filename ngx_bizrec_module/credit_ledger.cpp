#include "credit_ledger.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "bizrec/ledger/accounts.hpp"
#include "bizrec/ledger/ledger_writer.hpp"
#include "guard.hpp"
#include "worker_user.hpp"

namespace bizrec::ngx {
namespace {

constexpr ngx_msec_t repeat_ms = 60'000;  // of a failure that goes on, in the log

std::int64_t unix_ms() noexcept {
    using std::chrono::duration_cast;
    return duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

/// One transaction. The writer, with the ledger open in it, goes from task to task.
class WriteTask final : public IndexTask {
public:
    WriteTask(const std::string& path, std::shared_ptr<ledger::AccountTable> table,
              std::unique_ptr<ledger::LedgerWriter> writer)
        : path_(path), table_(std::move(table)), writer_(std::move(writer)) {}

    std::unique_ptr<ledger::LedgerWriter> take_writer() noexcept { return std::move(writer_); }
    const Status& result() const noexcept { return result_; }

protected:
    void run(const std::atomic<bool>&) override {
        if (!writer_) {
            auto opened = ledger::Ledger::open(path_, ledger::Ledger::Mode::write);
            if (!opened) {
                result_ = opened.error();
                return;
            }
            writer_ = std::make_unique<ledger::LedgerWriter>(*table_, std::move(opened).value());
        }
        result_ = writer_->write(unix_ms());
    }
    void failed(const char* reason) override { result_ = Error{path_ + ": cannot be written: " + reason}; }
    void failed_without_memory() noexcept override {}

private:
    const std::string& path_;
    std::shared_ptr<ledger::AccountTable> table_;
    std::unique_ptr<ledger::LedgerWriter> writer_;
    Status result_ = Error{"no memory"};
};

CreditLedger::CreditLedger(std::string path, CreditSettings settings, std::string named_in, ngx_uint_t line)
    : path_(std::move(path)), settings_(std::move(settings)), named_in_(std::move(named_in)), line_(line) {
    timer_owner_.fd = static_cast<ngx_socket_t>(-1);
    timer_owner_.data = this;
    timer_.data = &timer_owner_;
    timer_.handler = on_timer;
    timer_.cancelable = 1;
}

CreditLedger::~CreditLedger() {
    if (timer_.timer_set) {
        ngx_del_timer(&timer_);
    }
}

bool CreditLedger::prepare(ngx_conf_t* cf, const CreditLedger* before) {
    const auto refuse = [&](const Error& error) {
        ngx_log_error(NGX_LOG_EMERG, cf->log, 0, "bizrec_credits: %s in %s:%ui", error.message.c_str(),
                      named_in_.c_str(), line_);
        return false;
    };
    const auto id = ledger::check_ledger(path_, settings_.edge);
    if (!id) {
        return refuse(id.error());
    }
    if (const auto status = writable_by_workers(cf->cycle, path_); !status) {
        return refuse(status.error());
    }
    ledger_id_ = id.value();
    if (ngx_test_config != 0) {
        return true;
    }
    if (before != nullptr && before->table_ && before->ledger_id_ == ledger_id_) {
        table_ = before->table_;
        return true;
    }
    constexpr std::int64_t least_patience_ms = 2000;
    const auto interval = static_cast<std::int64_t>(settings_.sync);
    auto accounts = ledger::open_accounts(path_, std::max(least_patience_ms, 3 * interval));
    if (!accounts) {
        return refuse(accounts.error());
    }
    table_ = std::move(accounts).value();
    return true;
}

void CreditLedger::start(ngx_log_t* log) noexcept {
    if (!table_) {
        return;
    }
    timer_.log = log;
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
    ngx_add_timer(&timer_, settings_.sync);
}

/// The last charges of a worker that ends are written by it, where no other worker will.
void CreditLedger::stop() noexcept {
    if (!started_) {
        return;
    }
    started_ = false;
    if (timer_.timer_set) {
        ngx_del_timer(&timer_);
    }
    guard("credits", ngx_cycle->log, [this] { write_last(); });
    const bool idle = slots_ != nullptr && free_slots_.size() == ledger::slots_of_worker;
    if (idle) {  // else requests end with the process: the next writer names their charges
        slots_->owner.store(0, std::memory_order_release);
    }
}

/// The transaction under way at a charge may have looked before it; the next one has not.
bool CreditLedger::is_all_written() const noexcept {
    return !has_charged_ || transactions() >= charged_at_ + 2;
}

/// Another worker may be the writer, and may be ending as well: its last look may have been before this worker's last
/// charge.
void CreditLedger::write_last() {
    while (task_ && !task_->finished()) {
        ngx_msleep(1);
    }
    take_result();
    const ngx_msec_t patience_ms = 1000 + 3 * settings_.sync;
    bool is_writer = ledger::LedgerWriter::claim(*table_);
    for (ngx_msec_t waited = 0; !is_writer && !is_all_written() && waited < patience_ms; ++waited) {
        ngx_msleep(1);
        is_writer = ledger::LedgerWriter::claim(*table_);
    }
    if (!is_writer) {
        return;
    }
    auto writer = task_ ? task_->take_writer() : nullptr;
    WriteTask last(path_, table_, std::move(writer));
    IndexThread::perform_here(last);
    if (!last.result()) {
        say_failure(last.result().error().message);
    }
    task_.reset();
    last.take_writer().reset();
    ledger::LedgerWriter::release(*table_);
}

void CreditLedger::on_timer(ngx_event_t* event) noexcept {
    auto* self = static_cast<CreditLedger*>(static_cast<ngx_connection_t*>(event->data)->data);
    ngx_add_timer(event, self->settings_.sync);  // first: whatever is thrown below, the next attempt stands
    guard("credits", ngx_cycle->log, [self] { self->tick(); });
}

void CreditLedger::tick() {
    if (task_ && !task_->finished()) {
        return;
    }
    take_result();
    if (!ledger::LedgerWriter::claim(*table_)) {
        task_.reset();  // and the ledger that it has open
        return;
    }
    auto task = std::make_shared<WriteTask>(path_, table_, task_ ? task_->take_writer() : nullptr);
    if (thread_.post(task)) {
        task_ = std::move(task);
    } else {
        task_.reset();
        say_failure(path_ + ": cannot be written: no thread can be started");
    }
}

void CreditLedger::take_result() {
    if (!task_) {
        return;
    }
    if (!task_->result()) {
        say_failure(task_->result().error().message);
    } else if (fails_) {
        fails_ = false;
        ngx_log_error(NGX_LOG_NOTICE, ngx_cycle->log, 0, "bizrec_credits: %s: is written again", path_.c_str());
    }
}

void CreditLedger::say_failure(const std::string& reason) {
    if (fails_ && ngx_current_msec - said_at_ < repeat_ms) {
        return;
    }
    fails_ = true;
    said_at_ = ngx_current_msec;
    ngx_log_error(NGX_LOG_ALERT, ngx_cycle->log, 0,
                  "bizrec_credits: %s; charges go on in memory, which a restart of the machine would lose",
                  reason.c_str());
}

bool CreditLedger::may_charge() const noexcept {
    const ledger::TableHeader& h = table_->header();
    if (h.state.load(std::memory_order_relaxed) != ledger::TableState::open) {
        return false;
    }
    const std::int64_t failing_since = h.failing_since_ms.load(std::memory_order_relaxed);
    return failing_since == 0 || settings_.unwritten == 0 ||
           unix_ms() - failing_since <= static_cast<std::int64_t>(settings_.unwritten);
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
    free_slots_.push_back(static_cast<std::uint16_t>(slot - slots_->slots));  // its room was never given up
}

}  // namespace bizrec::ngx
