#pragma once

#include <cstdint>

#include "bizrec/base/result.hpp"
#include "bizrec/ledger/ledger.hpp"

namespace bizrec::builder {

/// Sums the ledger's usage by hour, for all minutes before `before_minute`, which is the first of an hour. Its
/// transactions are so short that the server hardly waits. Returns the number of summed entries. If it is interrupted,
/// the ledger's sums are unchanged.
Result<std::uint64_t> compact_usage(ledger::Ledger& ledger, std::uint32_t before_minute);

}  // namespace bizrec::builder
