#pragma once

#include <cstdint>

#include "bizrec/base/result.hpp"
#include "bizrec/ledger/ledger.hpp"
#include "lmdb_builder/credits/ledger_export.hpp"
#include "lmdb_builder/credits/minutes.hpp"

namespace bizrec::builder {

/// Writes a JSON line for each finished interval, team and endpoint, from the minute `since` on. Lines with the same
/// "id" are always equal. Fails if minutes are wanted but the ledger has only hours.
Status export_events(ledger::Ledger& ledger, std::uint32_t since, Interval interval, const Output& output);

}  // namespace bizrec::builder
