#pragma once

#include <cstdint>

#include "bizrec/base/result.hpp"
#include "bizrec/ledger/ledger.hpp"
#include "lmdb_builder/accounting/ledger_export.hpp"
#include "lmdb_builder/accounting/minutes.hpp"

namespace bizrec::builder {

/// A JSON line for each interval that is over, team and endpoint, from the minute on. A line with the same "id" never
/// says anything else. An error where the ledger has only hours of what was asked for by minute.
Status export_events(ledger::Ledger& ledger, std::uint32_t since, Interval interval, const Output& output);

}  // namespace bizrec::builder
