#include "bizrec/ledger/ledger_writer.hpp"

#include <algorithm>

#include "bizrec/store/fd.hpp"

namespace bizrec::ledger {
namespace {

/// 27 bits of minutes (until 2225), 30 of accounts, 3 of endpoints.
std::uint64_t pending_key(std::uint32_t minute, std::uint32_t account, std::size_t endpoint) noexcept {
    return std::uint64_t{minute} << 33 | std::uint64_t{account} << 3 | endpoint;
}

void raise(std::atomic<std::int64_t>& number, std::int64_t least) noexcept {
    std::int64_t now = number.load(std::memory_order_relaxed);
    while (now < least && !number.compare_exchange_weak(now, least)) {
    }
}

}  // namespace

bool LedgerWriter::claim(AccountTable& table) noexcept {
    std::atomic<ProcessIdentity>& writer = table.header().writer;
    ProcessIdentity last = writer.load(std::memory_order_acquire);
    const ProcessIdentity self = this_process();
    return self != 0 && (last == self || (!is_alive(last) && writer.compare_exchange_strong(last, self)));
}

void LedgerWriter::release(AccountTable& table) noexcept {
    ProcessIdentity self = this_process();
    table.header().writer.compare_exchange_strong(self, 0);
}

/// What the ledger has of the tallies already; without it, a new writer would book all of them again.
Status LedgerWriter::start() {
    auto txn = ledger_->begin(Ledger::Mode::read);
    if (!txn) {
        return txn.error();
    }
    taken_.clear();
    return txn.value().each_booked([this](std::string_view team, std::size_t endpoint, unsigned parity,
                                          const Ledger::Transaction::Booked& booked) {
        const Account* account = table_.find(team);
        if (account == nullptr) {
            return;
        }
        const std::size_t number = table_.number_of(*account);
        taken_.resize(std::max(taken_.size(), number + 1));
        taken_[number].of[endpoint][parity] = booked;
        taken_[number].tallied += static_cast<Millicredits>(booked.millicredits);
    });
}

void LedgerWriter::take_tallies(std::uint32_t number, std::size_t endpoint, unsigned parity, std::uint32_t minute) {
    const Tally& tally = table_.account(number).tallies[endpoint].of_minute[parity];
    Taken& taken = taken_[number];
    Ledger::Transaction::Booked& before = taken.of[endpoint][parity];
    Ledger::Transaction::Booked now;
    // The sum first: a charge adds to it last, so the volume of all that it has is there.
    now.millicredits = tally.millicredits.load(std::memory_order_acquire);
    now.volume = tally.volume.load(std::memory_order_relaxed);
    if (now.volume == before.volume && now.millicredits == before.millicredits) {
        return;
    }
    // The minute of the other parity is the one before: nobody charges in a minute to come.
    Pending& pending = pending_[pending_key(minute - ((minute & 1) == parity ? 0 : 1), number, endpoint)];
    pending.requests += requests_of(now.volume - before.volume);
    pending.rows += rows_of(now.volume - before.volume);
    pending.millicredits += now.millicredits - before.millicredits;
    taken.tallied += static_cast<Millicredits>(now.millicredits - before.millicredits);
    before = now;
    changed_.insert(number);
}

void LedgerWriter::take_account(std::uint32_t number, std::uint32_t minute) {
    const Account& account = table_.account(number);
    Taken& taken = taken_[number];
    const Millicredits spent = account.spent.load(std::memory_order_acquire);
    if (spent == taken.spent && spent - account.untallied.load(std::memory_order_relaxed) == taken.tallied) {
        return;
    }
    if (spent != taken.spent) {
        taken.spent = spent;
        changed_.insert(number);
    }
    for (std::size_t endpoint = 0; endpoint < endpoint_places; ++endpoint) {
        take_tallies(number, endpoint, 0, minute);
        take_tallies(number, endpoint, 1, minute);
    }
}

void LedgerWriter::take(std::int64_t now_unix_ms) {
    dead_.take();
    const auto minute = static_cast<std::uint32_t>(now_unix_ms / 60'000);
    const auto accounts = static_cast<std::uint32_t>(table_.size());
    taken_.resize(std::max<std::size_t>(taken_.size(), accounts));
    for (std::uint32_t number = 0; number < accounts; ++number) {
        take_account(number, minute);
    }
}

Status LedgerWriter::book_account(Ledger::Transaction& txn, std::uint32_t number) {
    const Account& account = table_.account(number);
    const std::string_view team = AccountTable::team_of(account);
    const Taken& taken = taken_[number];
    // Not `spent`: what the minutes do not have yet is in none of the books, rather than in one of them.
    auto status = txn.raise_own_counter(team, account.untallied.load(std::memory_order_relaxed) + taken.tallied);
    for (std::size_t endpoint = 0; endpoint < endpoint_places; ++endpoint) {
        for (unsigned parity = 0; parity < 2 && status; ++parity) {
            if (const auto& booked = taken.of[endpoint][parity]; booked.volume != 0) {
                status = txn.set_booked(team, endpoint, parity, booked);
            }
        }
    }
    return status;
}

Status LedgerWriter::book_pending(Ledger::Transaction& txn) {
    for (const auto& [key, sums] : pending_) {
        Usage usage;
        usage.minute = static_cast<std::uint32_t>(key >> 33);
        usage.endpoint = key & 7;
        usage.team = AccountTable::team_of(table_.account(key >> 3 & ((1U << 30) - 1)));
        usage.requests = sums.requests;
        usage.rows = sums.rows;
        usage.amount = static_cast<Millicredits>(sums.millicredits);
        if (auto status = txn.add_usage(usage); !status) {
            return status;
        }
    }
    return ok();
}

Status LedgerWriter::book(Ledger::Transaction& txn) {
    for (const std::uint32_t number : changed_) {
        if (auto status = book_account(txn, number); !status) {
            return status;
        }
    }
    if (auto status = book_pending(txn); !status) {
        return status;
    }
    for (const Unsettled& charge : dead_.unsettled()) {
        if (auto status = txn.add_unsettled(charge); !status) {
            return status;
        }
    }
    return ok();
}

/// Limits are derived: each is replaced whole, and who is killed in between has changed nothing for the worse.
Status LedgerWriter::bring(const Ledger::Transaction& txn) {
    const auto revision = txn.revision();
    if (!revision) {
        return revision.error();
    }
    if (revision.value() == revision_) {
        return ok();
    }
    Status problem = ok();
    const std::string own = ledger_->about().edge_id();
    auto status = txn.each_team([&](std::string_view team, const TeamSums& sums) {
        if (revision_ != UINT64_MAX && sums.revision <= revision_) {
            return true;
        }
        auto account = table_.obtain(team);
        const auto spent = txn.counter(own, team);
        if (!account || !spent) {
            problem = account ? spent.error() : account.error();
            return false;
        }
        Account& of = *account.value();
        if (const Millicredits less = spent.value() - of.spent.load(); less > 0) {  // an import has told of more
            of.untallied.fetch_add(less);
            raise(of.spent, spent.value());
        }
        of.granted.store(sums.granted, std::memory_order_relaxed);
        of.limit.store(sums.granted - sums.spent_elsewhere, std::memory_order_release);
        return true;
    });
    if (problem && status) {
        revision_ = revision.value();
    }
    return problem ? status : problem;
}

Status LedgerWriter::transact(std::int64_t now_unix_ms) {
    if (!started_) {
        if (auto status = start(); !status) {
            return status;
        }
        started_ = true;
    }
    take(now_unix_ms);
    auto begun = ledger_->begin(Ledger::Mode::write);
    if (!begun) {
        return begun.error();
    }
    Ledger::Transaction& txn = begun.value();
    auto session = txn.session();
    if (!session) {
        return session.error();
    }
    if (session.value().table_id != table_.header().table_id) {
        table_.header().state.store(TableState::lost, std::memory_order_release);
        return store::file_error(ledger_->path(),
                                 "is in use by another server; this one answers 503 where rows have a price, until it "
                                 "is started again");
    }
    session.value().transactions += 1;
    session.value().written_unix_ms = now_unix_ms;
    auto status = txn.set_session(session.value());
    if (status) {
        status = book(txn);
    }
    if (status) {
        status = bring(txn);
    }
    return status ? txn.commit() : status;
}

Status LedgerWriter::write(std::int64_t now_unix_ms) {
    auto status = transact(now_unix_ms);
    TableHeader& h = table_.header();
    if (!status) {
        std::int64_t none = 0;
        h.failing_since_ms.compare_exchange_strong(none, now_unix_ms);
        return status;
    }
    changed_.clear();
    pending_.clear();
    dead_.forget();
    h.failing_since_ms.store(0, std::memory_order_relaxed);
    h.written_unix_ms.store(now_unix_ms, std::memory_order_relaxed);
    h.transactions.fetch_add(1, std::memory_order_relaxed);
    return status;
}

}  // namespace bizrec::ledger
