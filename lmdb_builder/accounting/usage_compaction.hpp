#pragma once

#include <cstdint>

#include "bizrec/base/result.hpp"
#include "bizrec/ledger/ledger.hpp"

namespace bizrec::builder {

/// Sums the ledger's usage before the minute, the first of an hour, by hour: in transactions so short that its server
/// hardly waits. How many entries were summed. Ended half-way, it leaves a ledger with the same sums.
Result<std::uint64_t> compact_usage(ledger::Ledger& ledger, std::uint32_t before_minute);

}  // namespace bizrec::builder
