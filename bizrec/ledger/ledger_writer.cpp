#include "bizrec/ledger/ledger_writer.hpp"

#include <algorithm>

#include "bizrec/base/monotonic_ms.hpp"
#include "bizrec/ledger/accounts.hpp"
#include "bizrec/ledger/charge.hpp"
#include "bizrec/ledger/map_guard.hpp"
#include "bizrec/store/fd.hpp"

namespace bizrec::ledger {
namespace {

/// A key of Batch::usage. From the lowest bit on: 3 bits for the endpoint, 30 for the account, 31 for the minute.
std::uint64_t pending_key(std::uint32_t minute, std::uint32_t account, std::size_t endpoint) noexcept {
    return std::uint64_t{minute} << 33 | std::uint64_t{account} << 3 | endpoint;
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

void LedgerWriter::Sums::add(const Sums& more) noexcept {
    requests += more.requests;
    rows += more.rows;
    millicredits += more.millicredits;
}

/// Opens the ledger with a new LMDB environment. The previous one is unusable if its transaction could not be ended
/// properly.
Status LedgerWriter::open_ledger() {
    auto opened = Ledger::open(path_, Ledger::Mode::write);
    if (!opened) {
        return opened.error();
    }
    const TableHeader& h = table_.header();
    if (opened.value()->about().id != std::string_view(h.ledger_id, sizeof h.ledger_id)) {
        return store::file_error(path_, "is another ledger than the one that this server counts for; reload it");
    }
    const std::string& home = opened.value()->about().home;
    if (!home.empty() && home != home_of(opened.value()->inode())) {
        return store::file_error(path_,
                                 "is a copy of the ledger that this server counts in; put that one back by rename, or "
                                 "stop the server and make a new ledger with lmdb_builder credits repair");
    }
    if (opened.value()->bytes() < h.ledger_bytes.load(std::memory_order_relaxed)) {
        return store::file_error(path_, std::string("is damaged: it was cut off while it was served") + repair_hint);
    }
    ledger_ = std::move(opened).value();
    return ok();
}

/// Reads which part of the tallies the ledger has booked already. Otherwise a new writer would book all tallies again.
Status LedgerWriter::start() {
    auto txn = ledger_->begin(Ledger::Mode::read);
    if (!txn) {
        return txn.error();
    }
    const auto session = txn.value().session();
    if (!session) {
        return session.error();
    }
    std::vector<Taken> taken;
    auto status = txn.value().each_booked(
        [&](std::string_view team, std::size_t endpoint, unsigned parity, const Ledger::Transaction::Booked& booked) {
            const Account* account = table_.find(team);
            if (account == nullptr) {
                return;
            }
            const std::size_t number = table_.number_of(*account);
            taken.resize(std::max(taken.size(), number + 1));
            taken[number].of[endpoint][parity] = booked;
            taken[number].tallied += static_cast<Millicredits>(booked.millicredits);
        });
    if (status) {
        const std::lock_guard lock(mutex_);
        taken_ = std::move(taken);
        last_ms_ = session.value().written_unix_ms;
        started_ = true;
    }
    return status;
}

/// Returns the time on whose minute charges are booked. It stays the same if the clock steps back by up to an hour, so
/// that minutes that were exported as closed never change.
std::int64_t LedgerWriter::booking_time(std::int64_t now_unix_ms) const noexcept {
    constexpr std::int64_t hour_ms = 3'600'000;
    return now_unix_ms < last_ms_ && last_ms_ - now_unix_ms <= hour_ms ? last_ms_ : now_unix_ms;
}

void LedgerWriter::take_tallies(std::uint32_t number, std::size_t endpoint, unsigned parity, std::uint32_t minute) {
    const Tally& tally = table_.account(number).tallies[endpoint].of_minute[parity];
    Taken& taken = taken_[number];
    Ledger::Transaction::Booked& before = taken.of[endpoint][parity];
    Ledger::Transaction::Booked now;
    // The millicredits are read first. A charge adds to them last, so the volume already includes every charge in them.
    now.millicredits = tally.millicredits.load(std::memory_order_acquire);
    now.volume = tally.volume.load(std::memory_order_relaxed);
    if (now.volume == before.volume && now.millicredits == before.millicredits) {
        return;
    }
    // A tally of the other parity belongs to the previous minute, because charges are never made in a future minute.
    Sums& sums = news_.usage[pending_key(minute - ((minute & 1) == parity ? 0 : 1), number, endpoint)];
    Taken& news = news_.accounts[number];
    // Nothing throws from here on, so that a tally is taken as a whole or not at all.
    const std::uint64_t more = now.millicredits - before.millicredits;
    sums.add({requests_of(now.volume - before.volume), rows_of(now.volume - before.volume), more});
    taken.tallied += static_cast<Millicredits>(more);
    before = now;
    news = taken;
}

bool LedgerWriter::is_news(std::uint32_t number) const noexcept {
    const Account& account = table_.account(number);
    const Taken& taken = taken_[number];
    const Millicredits spent = account.spent.load(std::memory_order_acquire);
    return spent != taken.spent || spent - account.untallied.load(std::memory_order_relaxed) != taken.tallied;
}

void LedgerWriter::take_account(std::uint32_t number, std::uint32_t minute) {
    if (!is_news(number)) {
        return;
    }
    const Millicredits spent = table_.account(number).spent.load(std::memory_order_acquire);
    for (std::size_t endpoint = 0; endpoint < endpoint_places; ++endpoint) {
        take_tallies(number, endpoint, 0, minute);
        take_tallies(number, endpoint, 1, minute);
    }
    Taken& taken = taken_[number];
    if (spent != taken.spent) {
        Taken& news = news_.accounts[number];
        taken.spent = spent;
        news = taken;
    }
}

std::int64_t LedgerWriter::take(std::int64_t now_unix_ms) {
    const std::lock_guard lock(mutex_);
    if (!started_) {
        return now_unix_ms;
    }
    last_ms_ = booking_time(now_unix_ms);
    const auto minute = static_cast<std::uint32_t>(last_ms_ / 60'000);
    const auto accounts = static_cast<std::uint32_t>(table_.size());
    taken_.resize(std::max<std::size_t>(taken_.size(), accounts));
    for (std::uint32_t number = 0; number < accounts; ++number) {
        take_account(number, minute);
    }
    return last_ms_;
}

bool LedgerWriter::has_news() {
    const std::lock_guard lock(mutex_);
    const auto accounts = static_cast<std::uint32_t>(table_.size());
    bool found = accounts > taken_.size();
    for (std::uint32_t number = 0; number < accounts && !found; ++number) {
        found = is_news(number);
    }
    return found;
}

/// Moves `news_` to `batch_`. If memory runs out, `news_` is unchanged, and `batch_` has some entries without amounts.
void LedgerWriter::fill_batch() {
    const std::lock_guard lock(mutex_);
    for (const auto& [number, taken] : news_.accounts) {
        batch_.accounts[number];
    }
    for (const auto& [key, sums] : news_.usage) {
        batch_.usage[key];
    }
    for (const auto& [number, taken] : news_.accounts) {
        batch_.accounts.find(number)->second = taken_[number];
    }
    for (const auto& [key, sums] : news_.usage) {
        batch_.usage.find(key)->second.add(sums);
    }
    news_.accounts.clear();
    news_.usage.clear();
}

Status LedgerWriter::book_account(Ledger::Transaction& txn, std::uint32_t number, const Taken& taken) {
    const Account& account = table_.account(number);
    const std::string_view team = AccountTable::team_of(account);
    // The counter gets the tallied amounts, not `spent`: a charge that is in no minute yet must not be in the counter
    // either.
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

Status LedgerWriter::book_usage(Ledger::Transaction& txn) {
    for (const auto& [key, sums] : batch_.usage) {
        if (sums.requests == 0 && sums.millicredits == 0) {
            continue;  // fill_batch() has made the entry, then memory ran out
        }
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
    for (const auto& [number, taken] : batch_.accounts) {
        if (auto status = book_account(txn, number, taken); !status) {
            return status;
        }
    }
    if (auto status = book_usage(txn); !status) {
        return status;
    }
    for (const Unsettled& charge : dead_.unsettled()) {
        if (auto status = txn.add_unsettled(charge); !status) {
            return status;
        }
    }
    return ok();
}

/// Updates the table with the sums that have changed in the ledger. Limits are derived from the ledger, and each is
/// replaced as a whole, so a kill between two accounts does no harm.
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
        // an import has reported more spending of this edge than the table has
        if (const Millicredits less = spent.value() - of.spent.load(); less > 0) {
            // Adds instead of storing, because workers charge the account meanwhile. Adds to `spent` first: a kill
            // after that only leaves an amount that is in no minute. With `untallied` first, the next writer would
            // count the same credits again.
            of.spent.fetch_add(less);
            of.untallied.fetch_add(less);
        }
        set_limits(of, sums.granted(), sums.limit());
        return true;
    });
    if (problem && status) {
        revision_ = revision.value();
    }
    return problem ? status : problem;
}

Status LedgerWriter::check(const Session& session) {
    if (session.table_id != table_.header().table_id) {
        table_.header().state.store(TableState::lost, std::memory_order_release);
        return store::file_error(ledger_->path(),
                                 "is in use by another server; this one answers 503 where rows have a price, until it "
                                 "is started again");
    }
    if (session.transactions < table_.header().transactions.load()) {
        return store::file_error(ledger_->path(),
                                 "went back: it lacks what this server has written; put the newer one back, or stop "
                                 "the server and make a new ledger with lmdb_builder credits repair");
    }
    return ok();
}

Status LedgerWriter::transact(std::int64_t now_unix_ms) {
    if (!ledger_) {
        if (auto status = open_ledger(); !status) {
            return status;
        }
    }
    if (auto status = ledger_->check_in_place(); !status) {
        return status;
    }
    if (!started_) {
        if (auto status = start(); !status) {
            return status;
        }
    }
    dead_.take();
    auto begun = ledger_->begin(Ledger::Mode::write);
    if (!begun) {
        return begun.error();
    }
    Ledger::Transaction& txn = begun.value();
    auto session = txn.session();
    if (!session) {
        return session.error();
    }
    if (auto status = check(session.value()); !status) {
        return status;
    }
    // If the ledger has the transaction whose commit seemed to fail, that commit has reached the disk. Its batch must
    // not be booked again.
    if (in_doubt_ != 0 && session.value().transactions == in_doubt_) {
        batch_ = Batch();
    }
    in_doubt_ = 0;
    session.value().transactions += 1;
    session.value().written_unix_ms = take(now_unix_ms);  // now, because begin() may have waited for a tool
    fill_batch();
    auto status = txn.keep_room();
    table_.header().ledger_bytes.store(ledger_->bytes(), std::memory_order_relaxed);
    if (status) {
        status = txn.set_session(session.value());
    }
    if (status) {
        status = book(txn);
    }
    if (status) {
        status = bring(txn);
    }
    if (!status) {
        return status;
    }
    in_doubt_ = session.value().transactions;
    status = txn.commit();
    return status ? ledger_->check_in_place() : status;  // the commit may have gone to a deleted file
}

Status LedgerWriter::write(std::int64_t now_unix_ms) {
    auto status = transact(now_unix_ms);
    TableHeader& h = table_.header();
    if (!status) {
        ledger_.reset();
        has_spoiled_thread_ = has_lost_map();
        std::int64_t none = 0;
        h.failing_since_ms.compare_exchange_strong(none, monotonic_ms());
        return status;
    }
    in_doubt_ = 0;
    batch_ = Batch();
    dead_.forget();
    h.failing_since_ms.store(0, std::memory_order_relaxed);
    h.written_unix_ms.store(now_unix_ms, std::memory_order_relaxed);
    h.transactions.fetch_add(1, std::memory_order_relaxed);
    return status;
}

}  // namespace bizrec::ledger
