#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/accounting/exchange_line.hpp"

namespace bizrec::builder {

/// All lines of a file of any packing ("-": standard input). The error names file and line.
Result<std::vector<ExchangeLine>> read_exchange(const std::string& path);

struct LedgerImportSummary {
    std::uint64_t counters = 0, grants = 0;             ///< that came
    std::uint64_t raised_counters = 0, new_grants = 0;  ///< of them, that told something new
};

/// Merges counters by the maximum and grants by their ids. Not committed.
Result<LedgerImportSummary> merge(ledger::Ledger::Transaction& txn, const std::vector<ExchangeLine>& lines);

}  // namespace bizrec::builder
