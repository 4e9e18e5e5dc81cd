#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/ledger/ledger.hpp"
#include "lmdb_builder/credits/access_log.hpp"
#include "lmdb_builder/credits/minutes.hpp"

namespace bizrec::builder {

struct AuditOptions {
    std::vector<std::string> logs;
    LogFields fields;
    /// The first minute to compare, and the first that is no longer compared. Empty: chosen by audit().
    std::optional<std::uint32_t> from, to;
};

struct AuditSums {
    std::uint64_t requests = 0, rows = 0;
    ledger::Millicredits amount = 0;

    void add(const AuditSums& more) noexcept;
    bool operator==(const AuditSums& other) const noexcept;
};

/// A team and a minute for which the ledger and the access log disagree. It is an hour if the ledger has only hourly
/// sums for that time.
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
    std::uint32_t from = 0, to = 0;             ///< the compared minutes, [from, to)
    std::vector<AuditDifference> differences;   ///< in the order of time, then of teams
    std::vector<AuditDifference> moved;         ///< differences that cancel out within an hour
    std::vector<ledger::Unsettled> not_logged;  ///< charges of killed workers that are in no log: not a difference
    /// requests with several lines in the log, only from minutes or hours in which it has more requests than the ledger
    std::vector<LoggedTwice> logged_twice;
    AuditSums ledger, log;  ///< totals of the compared minutes
    LogSummary lines;
};

/// The request id as in nginx's $request_id: "3fa2…".
std::string request_id_text(const ledger::Unsettled& charge);

/// Compares the ledger's usage with the access log. Without `from` and `to` it compares the complete minutes that the
/// log covers and the ledger has closed. If the log has more requests than the ledger somewhere, it reads the logs a
/// second time, unless one of them is standard input.
Result<AuditReport> audit(ledger::Ledger& ledger, const AuditOptions& options);

}  // namespace bizrec::builder
