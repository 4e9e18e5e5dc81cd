#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bizrec/store/build_figures.hpp"
#include "status_layout.hpp"

namespace bizrec::ngx {

struct IndexSnapshot {
    std::string path;
    bool may_be_missing = false;   ///< the server may start without it: `missing=503`
    std::uint64_t disk_bytes = 0;  ///< size of the file system that holds the index; 0: not known
    std::uint64_t disk_free_bytes = 0;
    std::optional<store::BuildFigures> build{};  ///< of the generation that this worker serves
};

struct LedgerSnapshot {
    std::string path;
    bool may_charge = true;       ///< charges can be made: CreditLedger::may_charge()
    bool is_lost = false;         ///< another server has taken over the ledger, so this one no longer charges
    std::int64_t written_s = 0;   ///< the last transaction, Unix time; 0: none yet
    std::int64_t failing_ms = 0;  ///< for how long transactions have failed; 0: the last one went well
    std::uint64_t teams = 0;
    /// The teams that have spent most, and how much, in thousandths of a credit.
    std::vector<std::pair<std::string, std::int64_t>> top;
};

struct ZoneSnapshot {
    std::string name;
    std::uint64_t used = 0;
    std::uint64_t size = 0;
};

/// The status as the worker that answers the request sees it, from its configuration and the shared memory.
struct StatusSnapshot {
    std::int64_t now_s = 0;   ///< Unix time
    std::int64_t now_ms = 0;  ///< of the monotonic clock
    std::int64_t pid = 0;     ///< of the worker that answers
    unsigned workers_configured = 1;
    unsigned endpoints = 0;  ///< a bit for each configured endpoint
    std::vector<IndexSnapshot> indexes;
    std::vector<WorkerReport> workers;  ///< reports of the processes that exist
    std::vector<LedgerSnapshot> ledgers;
    std::vector<ZoneSnapshot> zones;
    CounterSums counters;
    std::vector<std::pair<std::string_view, std::string>> versions;   ///< names, which are static, and versions
    std::vector<std::pair<std::string_view, std::string>> libraries;  ///< names, which are static, and versions

    /// The report of the worker that answers; null if it has written none.
    const WorkerReport* this_worker() const noexcept;
    /// Whether the worker has reported in the last ten seconds.
    bool is_alive(const WorkerReport& worker) const noexcept;
};

/// The worker's report of an index; null if the worker does not know the index.
const IndexReport* find_index(const WorkerReport& worker, const std::string& path) noexcept;

}  // namespace bizrec::ngx
