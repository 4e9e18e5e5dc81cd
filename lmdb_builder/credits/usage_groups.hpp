#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/ledger/ledger.hpp"
#include "lmdb_builder/credits/minutes.hpp"

namespace bizrec::builder {

struct UsageQuery {
    std::uint32_t from = 0;                                        ///< the first minute
    std::uint32_t to = std::numeric_limits<std::uint32_t>::max();  ///< the first minute that is no longer counted
    Interval interval = Interval::minute;
    std::string team;  ///< empty: all
};

/// The usage of an endpoint by a team in an interval.
struct UsageGroup {
    Interval interval = Interval::minute;  ///< longer than requested if the ledger has only hours
    std::uint32_t begin = 0;               ///< the first minute of the interval, since 1970
    std::string team;
    std::size_t endpoint = 0;
    std::uint64_t requests = 0, rows = 0;
    ledger::Millicredits amount = 0;
};

/// Visits groups in the order of time, then of teams, then of endpoints. Keeps only one interval in memory. A sum of a
/// whole hour counts as usage of the first minute of the hour.
Status each_group(const ledger::Ledger::Transaction& txn, const UsageQuery& query,
                  const std::function<void(const UsageGroup&)>& visit);

}  // namespace bizrec::builder
