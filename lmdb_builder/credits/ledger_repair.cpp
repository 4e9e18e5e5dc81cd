#include "lmdb_builder/credits/ledger_repair.hpp"

#include <unordered_set>

#include "lmdb_builder/credits/ledger_import.hpp"

namespace bizrec::builder {
namespace {

Result<ExchangeHeader> header_of(const std::vector<ExchangeLine>& exported) {
    const ExchangeHeader* header = nullptr;
    for (const ExchangeLine& line : exported) {
        if (const auto* of = std::get_if<ExchangeHeader>(&line)) {
            if (header != nullptr) {
                return Error{"the export of one ledger was expected, those of \"" + header->edge_id + "\" and \"" +
                             of->edge_id + "\" came; import the others afterwards"};
            }
            header = of;
        }
    }
    return header != nullptr
               ? Result<ExchangeHeader>(*header)
               : Error{"an export with its header was expected (\"type\":\"ledger\"), as `credits export` prints it"};
}

void add_counter(Repair& repair, const ExchangeCounter& counter) {
    if (counter.edge_id != repair.header.edge_id) {
        ++repair.other_counters;
        return;
    }
    RepairedCounter& of = repair.counters[counter.team];
    of.exported = std::max(of.exported, counter.spent);
    of.closed = std::max(of.closed, counter.closed.value_or(counter.spent));
}

}  // namespace

Result<Repair> plan_repair(const std::vector<ExchangeLine>& exported, const std::vector<std::string>& logs,
                           const LogFields& fields) {
    auto header = header_of(exported);
    if (!header) {
        return header.error();
    }
    Repair repair;
    repair.header = std::move(header).value();
    for (const ExchangeLine& line : exported) {
        if (const auto* counter = std::get_if<ExchangeCounter>(&line)) {
            add_counter(repair, *counter);
        }
        repair.grants += std::holds_alternative<ledger::Grant>(line) ? 1 : 0;
    }
    std::unordered_set<std::string> seen;
    auto lines = each_logged_charge(logs, fields, [&](const LoggedCharge& charge) {
        if (charge.minute() <= repair.header.closed_minute) {
            return;
        }
        if (!charge.request_id.empty() && !seen.insert(charge.request_id).second) {
            ++repair.doubled_lines;
            return;
        }
        ledger::Millicredits& logged = repair.counters[charge.team].logged;
        logged = std::min(ledger::max_millicredits, logged + charge.amount);
    });
    if (!lines) {
        return lines.error();
    }
    repair.lines = std::move(lines).value();
    return repair;
}

Status apply_repair(ledger::Ledger::Transaction& txn, const std::vector<ExchangeLine>& exported, const Repair& repair) {
    if (const auto merged = merge(txn, exported); !merged) {
        return merged.error();
    }
    for (const auto& [team, counter] : repair.counters) {
        const auto raised = txn.merge_counter(repair.header.edge_id, team, counter.spent());
        if (!raised) {
            return raised.error();
        }
    }
    return ok();
}

}  // namespace bizrec::builder
