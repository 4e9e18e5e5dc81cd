#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/credits/access_log.hpp"
#include "lmdb_builder/credits/exchange_line.hpp"

namespace bizrec::builder {

/// The amount that the lost ledger had charged a team.
struct RepairedCounter {
    ledger::Millicredits exported = 0;  ///< the total, by the export
    ledger::Millicredits closed = 0;    ///< the part of `exported` up to the end of the export's closed minute
    ledger::Millicredits logged = 0;    ///< after that minute, from the log

    /// The amount that was certainly charged. No charge counts twice.
    ledger::Millicredits spent() const noexcept { return std::max(exported, closed + logged); }
};

struct Repair {
    ExchangeHeader header;
    std::map<std::string, RepairedCounter> counters;  ///< of the lost ledger, by team
    std::uint64_t other_counters = 0, grants = 0;
    std::uint64_t doubled_lines = 0;  ///< lines that repeat the id of a request; each request counts once
    LogSummary lines;
};

/// Plans a repair from the lines of an export and the logs of the time after it.
Result<Repair> plan_repair(const std::vector<ExchangeLine>& exported, const std::vector<std::string>& logs,
                           const LogFields& fields);

/// Fills a new ledger from the export and the plan. The caller commits.
Status apply_repair(ledger::Ledger::Transaction& txn, const std::vector<ExchangeLine>& exported, const Repair& repair);

}  // namespace bizrec::builder
