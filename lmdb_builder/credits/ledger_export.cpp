#include "lmdb_builder/credits/ledger_export.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "lmdb_builder/credits/exchange_line.hpp"

namespace bizrec::builder {
namespace {

using ledger::Ledger;
using ledger::Millicredits;

/// The charges of this edge after `minute`, by team. Only the minutes that are not closed yet are read, so an export
/// does not slow down as the ledger grows.
Result<std::unordered_map<std::string, Millicredits>> charged_after(const Ledger::Transaction& txn,
                                                                    std::uint32_t minute) {
    std::unordered_map<std::string, Millicredits> sums;
    const auto status = txn.each_usage(minute + 1, [&sums](const ledger::Usage& usage) {
        sums[std::string(usage.team)] += usage.amount;
        return true;
    });
    return status ? Result<std::unordered_map<std::string, Millicredits>>(std::move(sums)) : status.error();
}

Status export_counters(const Ledger::Transaction& txn, const ExchangeHeader& header, const Output& output) {
    const auto open = charged_after(txn, header.closed_minute);
    if (!open) {
        return open.error();
    }
    return txn.each_counter([&](std::string_view edge_id, std::string_view team, Millicredits spent) {
        // The amount is limited to the values that readers of lines accept.
        ExchangeCounter counter{std::string(edge_id), std::string(team), ledger::saturated(spent), {}};
        if (counter.edge_id == header.edge_id) {
            const auto after = open.value().find(counter.team);
            counter.closed = std::min(counter.spent, spent - (after == open.value().end() ? 0 : after->second));
        }
        std::string line;
        append_line(line, counter);
        output(line);
        return true;
    });
}

}  // namespace

std::uint32_t closed_minute(const ledger::Session& session) noexcept {
    constexpr std::int64_t minute_ms = 60'000;
    const std::int64_t end = session.written_unix_ms - minute_ms - 1;  // minutes that end here or earlier are closed
    return end < minute_ms ? 0 : static_cast<std::uint32_t>(end / minute_ms - 1);
}

Status export_state(Ledger& ledger, std::int64_t now_unix_s, const Output& output) {
    const auto begun = ledger.begin(Ledger::Mode::read);
    if (!begun) {
        return begun.error();
    }
    const Ledger::Transaction& txn = begun.value();
    const auto session = txn.session();
    if (!session) {
        return session.error();
    }
    const ExchangeHeader header{ledger.about().edge_id(), now_unix_s, session.value().written_unix_ms / 1000,
                                closed_minute(session.value())};
    std::string line;
    append_line(line, header);
    output(line);
    if (auto status = export_counters(txn, header, output); !status) {
        return status;
    }
    return txn.each_grant([&output](const ledger::Grant& grant) {
        std::string text;
        append_line(text, grant);
        output(text);
        return true;
    });
}

}  // namespace bizrec::builder
