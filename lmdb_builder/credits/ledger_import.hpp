#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/credits/exchange_line.hpp"

namespace bizrec::builder {

/// Reads all lines of a file, plain or compressed ("-": standard input). The error names file and line.
Result<std::vector<ExchangeLine>> read_exchange(const std::string& path);

struct LedgerImportSummary {
    std::uint64_t counters = 0, grants = 0;             ///< in the input
    std::uint64_t raised_counters = 0, new_grants = 0;  ///< those that changed the ledger
};

/// Merges counters by the maximum and grants by their ids. The caller commits.
Result<LedgerImportSummary> merge(ledger::Ledger::Transaction& txn, const std::vector<ExchangeLine>& lines);

}  // namespace bizrec::builder
