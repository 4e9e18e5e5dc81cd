#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "bizrec/base/result.hpp"
#include "bizrec/ledger/ledger.hpp"

namespace bizrec::builder {

using Output = std::function<void(std::string_view text)>;

/// The last closed minute, counted from 1970; 0 if no minute is closed yet. A minute is closed if the ledger's server
/// wrote to the ledger more than a minute after the end of that minute, because then the server books no more charges
/// on it.
std::uint32_t closed_minute(const ledger::Session& session) noexcept;

/// Writes the parts of the ledger that other edges and a repair need: a header, all counters and all grants, as
/// ExchangeLines of one snapshot of the ledger.
Status export_state(ledger::Ledger& ledger, std::int64_t now_unix_s, const Output& output);

}  // namespace bizrec::builder
