#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "bizrec/base/result.hpp"
#include "bizrec/ledger/ledger.hpp"

namespace bizrec::builder {

using Output = std::function<void(std::string_view text)>;

/// The last minute since 1970 on which a ledger's server books nothing any more: it has written a minute and more after
/// the end of it. 0: there is none yet.
std::uint32_t closed_minute(const ledger::Session& session) noexcept;

/// What other edges need of the ledger, and what a repair needs: a header, all counters, all grants, as ExchangeLines
/// of one state of the ledger.
Status export_state(ledger::Ledger& ledger, std::int64_t now_unix_s, const Output& output);

}  // namespace bizrec::builder
