#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/ledger/ledger.hpp"
#include "lmdb_builder/accounting/access_log.hpp"
#include "lmdb_builder/accounting/minutes.hpp"

namespace bizrec::builder {

struct AuditOptions {
    std::vector<std::string> logs;
    LogFields fields;
    std::optional<std::uint32_t> from, to;  ///< the first minute, and the first that is not compared; else the log's
};

struct AuditSums {
    std::uint64_t requests = 0, rows = 0;
    ledger::Millicredits amount = 0;

    void add(const AuditSums& more) noexcept;
    bool operator==(const AuditSums& other) const noexcept;
};

/// A minute (or an hour, where the ledger has only that) and team of which the books do not agree.
struct AuditDifference {
    Interval interval = Interval::minute;
    std::uint32_t begin = 0;
    std::string team;
    AuditSums ledger, log;
};

struct LoggedTwice {
    std::string request_id, team;
    std::uint64_t lines = 0;
};

struct AuditReport {
    std::uint32_t from = 0, to = 0;             ///< minutes that were compared
    std::vector<AuditDifference> differences;   ///< in the order of time, then of teams
    std::vector<AuditDifference> moved;         ///< listed under other minutes of the same hour: no difference
    std::vector<ledger::Unsettled> not_logged;  ///< charges of killed workers, in no log: no difference
    std::vector<LoggedTwice> logged_twice;      ///< that explain a difference
    AuditSums ledger, log;                      ///< totals of what was compared
    LogSummary lines;
};

/// "3fa2…": as $request_id has it.
std::string request_id_text(const ledger::Unsettled& charge);

/// Holds the ledger's usage against the access log. Without `from` and `to`: the whole minutes that the log covers and
/// that the ledger has closed. Reads the logs twice where the books differ, but standard input.
Result<AuditReport> audit(ledger::Ledger& ledger, const AuditOptions& options);

}  // namespace bizrec::builder
