#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "bizrec/ledger/accounts.hpp"
#include "bizrec/ledger/charge.hpp"
#include "bizrec/ledger/ledger_writer.hpp"
#include "t/unit/support/temp_dir.hpp"

namespace bizrec::ledger::test {

inline constexpr std::int64_t now_ms = 1'700'000'000'000;  // 20 s after the beginning of minute 28333333

/// The value of a result. If the result is an error, the test fails with its message.
template <class T>
T must(Result<T> result) {
    if (!result) {
        ADD_FAILURE() << result.error().message;
        throw std::runtime_error(result.error().message);
    }
    return std::move(result).value();
}

/// All contents of a ledger as text. Two ledgers with the same contents give equal texts.
inline std::string contents_of(const std::string& path) {
    auto ledger = must(Ledger::open(path, Ledger::Mode::read));
    auto txn = must(ledger->begin(Ledger::Mode::read));
    std::ostringstream text;
    const About& about = ledger->about();
    const Session session = must(txn.session());
    text << about.edge_id() << ' ' << about.home << ' ' << must(txn.revision()) << ' ' << session.table_id << ' '
         << session.transactions << ' ' << session.written_unix_ms << '\n';
    must(txn.each_grant([&text](const Grant& g) {
        text << "grant " << g.id << ' ' << g.team << ' ' << g.amount << ' ' << g.unix_s << ' ' << g.note << '\n';
        return true;
    }));
    must(txn.each_team([&text](std::string_view team, const TeamSums& sums) {
        text << "team " << team << ' ' << sums.granted() << ' ' << sums.spent_elsewhere() << ' ' << sums.revision
             << '\n';
        return true;
    }));
    must(txn.each_counter([&text](std::string_view edge, std::string_view team, Millicredits spent) {
        text << "counter " << edge << ' ' << team << ' ' << spent << '\n';
        return true;
    }));
    must(txn.each_usage(0, [&text](const Usage& u) {
        text << "usage " << u.minute << ' ' << u.endpoint << ' ' << u.is_hour << ' ' << u.team << ' ' << u.requests
             << ' ' << u.rows << ' ' << u.amount << '\n';
        return true;
    }));
    must(txn.each_booked([&text](std::string_view team, std::size_t endpoint, unsigned parity,
                                 const Ledger::Transaction::Booked& booked) {
        text << "booked " << team << ' ' << endpoint << ' ' << parity << ' ' << booked.volume << ' '
             << booked.millicredits << '\n';
    }));
    must(txn.each_unsettled([&text](const Unsettled& u) {
        text << "unsettled " << u.unix_ms << ' ' << u.team << ' ' << u.rows << ' ' << u.amount << '\n';
        return true;
    }));
    return text.str();
}

/// A ledger in memory with its table of accounts; the destructor removes both.
class LedgerTest : public ::testing::Test {
protected:
    void SetUp() override { must(Ledger::create(path(), "test", 1'700'000'000)); }
    void TearDown() override {
        if (auto ledger = Ledger::open(path(), Ledger::Mode::read)) {
            const std::string id = ledger.value()->about().id;
            AccountTable::remove({id});
            if (const auto session = must(ledger.value()->begin(Ledger::Mode::read)).session()) {
                AccountTable::remove({id, session.value().table_id});
            }
        }
    }

    std::string path(const std::string& name = "credits.mdb") const { return dir_.path() + "/" + name; }

    std::unique_ptr<Ledger> open(Ledger::Mode mode = Ledger::Mode::write) const {
        return must(Ledger::open(path(), mode));
    }

    void grant(const std::string& id, const std::string& team, Millicredits amount) const {
        auto ledger = open();
        auto txn = must(ledger->begin(Ledger::Mode::write));
        must(txn.grant({id, team, amount, 1'700'000'000, {}}));
        must(txn.commit());
    }

    std::unique_ptr<AccountTable> accounts() const { return must(open_accounts(path(), 0)); }

    struct Books {
        std::map<std::string, Millicredits> counters, usage;
        std::map<std::string, std::uint64_t> rows, requests;
        std::vector<Unsettled> unsettled;
    };
    /// The charges that the ledger has for this edge, by team.
    Books books() const {
        Books books;
        auto ledger = open(Ledger::Mode::read);
        auto txn = must(ledger->begin(Ledger::Mode::read));
        must(txn.each_counter([&](std::string_view edge, std::string_view team, Millicredits spent) {
            if (edge == ledger->about().edge_id()) {
                books.counters[std::string(team)] = spent;
            }
            return true;
        }));
        must(txn.each_usage(0, [&](const Usage& usage) {
            const std::string team(usage.team);
            books.usage[team] += usage.amount;
            books.rows[team] += usage.rows;
            books.requests[team] += usage.requests;
            return true;
        }));
        must(txn.each_unsettled([&](const Unsettled& charge) {
            books.unsettled.push_back(charge);
            return true;
        }));
        return books;
    }

private:
    TempDir dir_{::access("/dev/shm", W_OK) == 0 ? "/dev/shm/" : ::testing::TempDir()};
};

}  // namespace bizrec::ledger::test
