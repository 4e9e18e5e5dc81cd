#include "ngx_bizrec_module/charging/credits_conf.hpp"

#include <algorithm>
#include <functional>
#include <queue>

#include "bizrec/base/monotonic_ms.hpp"

namespace bizrec::ngx {
namespace {

constexpr std::size_t top_teams = 10;

/// The accounts that have spent most, and how much, in descending order.
std::vector<std::pair<std::string, ledger::Millicredits>> top_of(const ledger::AccountTable& accounts) {
    using Spent = std::pair<ledger::Millicredits, std::size_t>;
    std::priority_queue<Spent, std::vector<Spent>, std::greater<>> top;  // the smallest is on top
    for (std::size_t number = 0; number < accounts.size(); ++number) {
        const ledger::Millicredits spent = accounts.account(number).spent.load(std::memory_order_relaxed);
        if (spent <= 0 || (top.size() == top_teams && spent <= top.top().first)) {
            continue;
        }
        top.emplace(spent, number);
        if (top.size() > top_teams) {
            top.pop();
        }
    }
    std::vector<std::pair<std::string, ledger::Millicredits>> teams;
    for (; !top.empty(); top.pop()) {
        teams.emplace_back(ledger::AccountTable::team_of(accounts.account(top.top().second)), top.top().first);
    }
    std::reverse(teams.begin(), teams.end());
    return teams;
}

LedgerSnapshot read_ledger(const CreditLedger& ledger) {
    const ledger::TableHeader& header = ledger.accounts().header();
    LedgerSnapshot snapshot;
    snapshot.path = ledger.path();
    snapshot.may_charge = ledger.may_charge();
    snapshot.is_lost = header.state.load(std::memory_order_relaxed) == ledger::TableState::lost;
    snapshot.written_s = header.written_unix_ms.load(std::memory_order_relaxed) / 1000;
    const std::int64_t since_ms = header.failing_since_ms.load(std::memory_order_relaxed);
    snapshot.failing_ms = since_ms == 0 ? 0 : std::max<std::int64_t>(monotonic_ms() - since_ms, 1);
    snapshot.teams = ledger.accounts().size();
    snapshot.top = top_of(ledger.accounts());
    return snapshot;
}

}  // namespace

std::vector<LedgerSnapshot> read_ledgers(const CreditsMainConf& conf) {
    std::vector<LedgerSnapshot> snapshots;
    for (const auto& ledger : conf.ledgers) {
        snapshots.push_back(read_ledger(*ledger));
    }
    return snapshots;
}

}  // namespace bizrec::ngx
