#include "status_health.hpp"

#include <algorithm>
#include <iterator>

namespace bizrec::ngx {
namespace {

// A worker may serve an older generation than others for this long, because each worker switches to a new generation at
// a time of its own.
constexpr std::int64_t swap_patience_s = 10;

std::string words(std::string_view text) {
    return std::string(text);
}

/// Collects reasons, sorted by state.
class Reasons {
public:
    explicit Reasons(Health& health) : health_(health) {}
    void add(HealthState state, std::string reason) {
        if (state > health_.state) {
            health_.state = state;
        }
        if (state == HealthState::not_ready) {
            health_.reasons.insert(health_.reasons.begin() + not_ready_++, std::move(reason));
        } else {
            health_.reasons.push_back(std::move(reason));
        }
    }

private:
    Health& health_;
    std::ptrdiff_t not_ready_ = 0;
};

bool counts(const StatusSnapshot& snapshot, const WorkerReport& worker) noexcept {
    return snapshot.is_alive(worker) && !worker.is_ending;
}

std::string refusal_of(const IndexReport& index) {
    std::string text;
    if (!index.refused_generation.empty()) {
        text = "generation " + words(index.refused_generation.view()) + " is refused: ";
    }
    return text + words(index.refused_reason.view());
}

bool serves_any(const WorkerReport& worker) noexcept {
    return std::any_of(std::begin(worker.index), std::end(worker.index),
                       [](const IndexReport& index) { return !index.generation.empty(); });
}

void assess_index(const StatusSnapshot& snapshot, const IndexSnapshot& index, Reasons& reasons) {
    const std::string head = "index " + index.path + ": ";
    const WorkerReport* self = snapshot.this_worker();
    const IndexReport* own = self == nullptr ? nullptr : find_index(*self, index.path);
    if (own != nullptr && own->generation.empty()) {
        const std::string why = own->refused_reason.empty() ? std::string() : ": " + words(own->refused_reason.view());
        const bool may_be_missing = index.may_be_missing && serves_any(*self);
        reasons.add(may_be_missing ? HealthState::degraded : HealthState::not_ready,
                    head + "this worker serves no generation" + why);
    }
    const IndexReport* report = report_of_index(snapshot, index.path);
    if (report != nullptr && !report->generation.empty() && !report->refused_reason.empty()) {
        reasons.add(HealthState::degraded, head + refusal_of(*report) + "; generation " +
                                               words(report->generation.view()) +
                                               (report->is_stand_in ? " serves instead" : " goes on serving"));
    }
    if (report != nullptr && !report->list_refused.empty()) {
        reasons.add(HealthState::degraded,
                    head + "the list of suppressions is refused: " + words(report->list_refused.view()) +
                        (report->suppression_list == 0
                             ? "; no list is in force"
                             : "; list " + std::to_string(report->suppression_list) + " stays in force"));
    }
    std::int64_t since_s = 0;
    const unsigned behind = workers_behind(snapshot, index.path, &since_s);
    if (behind != 0 && snapshot.now_s - since_s >= swap_patience_s) {
        reasons.add(HealthState::degraded, head + std::to_string(behind) +
                                               " of the workers do not serve the generation that others serve since " +
                                               std::to_string(snapshot.now_s - since_s) + " s");
    }
}

void assess_ledger(const LedgerSnapshot& ledger, Reasons& reasons) {
    const std::string head = "ledger " + ledger.path + ": ";
    const HealthState state = ledger.may_charge ? HealthState::degraded : HealthState::not_ready;
    if (ledger.is_lost) {
        reasons.add(state, head + "another server counts in it");
    } else if (ledger.failing_ms != 0 || !ledger.may_charge) {
        reasons.add(state, head + "could not be written for " + std::to_string(ledger.failing_ms / 1000) + " s");
    }
}

void assess_workers(const StatusSnapshot& snapshot, Health& health, Reasons& reasons) {
    for (const WorkerReport& worker : snapshot.workers) {
        const std::string head = "worker " + std::to_string(worker.pid);
        if (worker.is_ending) {
            continue;
        }
        if (!snapshot.is_alive(worker)) {
            reasons.add(HealthState::degraded, head + " gives no sign of life since " +
                                                   std::to_string((snapshot.now_ms - worker.heard_ms) / 1000) + " s");
            continue;
        }
        ++health.workers_alive;
        health.workers_ready += worker.is_ready ? 1 : 0;
        if (!worker.is_ready && worker.pid != snapshot.pid) {
            reasons.add(HealthState::degraded, head + " is not ready");
        }
    }
    if (health.workers_alive < snapshot.workers_configured) {
        reasons.add(HealthState::degraded, std::to_string(health.workers_alive) + " of " +
                                               std::to_string(snapshot.workers_configured) + " workers are alive");
    }
}

}  // namespace

const char* name_of(HealthState state) noexcept {
    return state == HealthState::ok ? "ok" : state == HealthState::degraded ? "degraded" : "not_ready";
}

const IndexReport* report_of_index(const StatusSnapshot& snapshot, const std::string& path) noexcept {
    const WorkerReport* self = snapshot.this_worker();
    const IndexReport* best = self == nullptr ? nullptr : find_index(*self, path);
    for (const WorkerReport& worker : snapshot.workers) {
        if (best != nullptr && !best->generation.empty()) {
            break;
        }
        const IndexReport* other = counts(snapshot, worker) ? find_index(worker, path) : nullptr;
        best = other != nullptr && (best == nullptr || !other->generation.empty()) ? other : best;
    }
    return best;
}

unsigned workers_behind(const StatusSnapshot& snapshot, const std::string& path, std::int64_t* since_s) noexcept {
    const IndexReport* newest = nullptr;
    for (const WorkerReport& worker : snapshot.workers) {
        const IndexReport* index = counts(snapshot, worker) ? find_index(worker, path) : nullptr;
        if (index != nullptr && !index->generation.empty() && (newest == nullptr || index->since_s > newest->since_s)) {
            newest = index;
        }
    }
    *since_s = newest == nullptr ? 0 : newest->since_s;
    unsigned behind = 0;
    for (const WorkerReport& worker : snapshot.workers) {
        const IndexReport* index = counts(snapshot, worker) ? find_index(worker, path) : nullptr;
        behind += newest != nullptr && index != nullptr && index->generation.view() != newest->generation.view();
    }
    return behind;
}

Health assess_health(const StatusSnapshot& snapshot) {
    Health health;
    Reasons reasons(health);
    for (const IndexSnapshot& index : snapshot.indexes) {
        assess_index(snapshot, index, reasons);
    }
    for (const LedgerSnapshot& ledger : snapshot.ledgers) {
        assess_ledger(ledger, reasons);
    }
    assess_workers(snapshot, health, reasons);
    const WorkerReport* self = snapshot.this_worker();
    if (self == nullptr || self->is_ending) {
        reasons.add(HealthState::not_ready,
                    self == nullptr ? "this worker has not begun to report its state" : "this worker is shutting down");
    } else if (!self->is_ready && health.state != HealthState::not_ready) {
        reasons.add(HealthState::not_ready, "this worker is not ready");
    }
    return health;
}

}  // namespace bizrec::ngx
