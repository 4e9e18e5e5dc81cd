#include <algorithm>
#include <cstdlib>
#include <random>

#include "t/unit/ledger/ledger_fixture.hpp"
#include "t/unit/ledger/recorded_writes.hpp"

namespace bizrec::ledger {
namespace {

using test::contents_of;
using test::FileChange;
using test::must;

constexpr std::size_t sector = 512;  // a disk writes a sector as a whole

/// The number of failures to check. 0: all of them, which is a failure after each change of the file, with eight random
/// subsets of the unsynced writes.
std::size_t wanted_failures() {
    const char* const number = std::getenv("BIZREC_POWER_LOSSES");
    return number == nullptr ? 600 : std::strtoull(number, nullptr, 10);
}

/// Runs transactions of a server and of the tool one after another. Then the machine fails at one of their writes.
class PowerLoss : public test::LedgerTest {
protected:
    void SetUp() override {
        LedgerTest::SetUp();
        for (int i = 0; i < 40; ++i) {
            grant("g" + std::to_string(i), "team" + std::to_string(i), max_millicredits / 100);
        }
    }

    void write_as_server(AccountTable& table) {
        for (unsigned i = 0; i < 1 + random_() % 6; ++i) {
            const auto kind = static_cast<EndpointKind>(random_() % endpoint_kinds);
            const auto rows = static_cast<std::uint32_t>(1 + random_() % 50);
            charge(table.account(random_() % table.size()), {kind, rows, rows, clock_ms_}, nullptr);
        }
        clock_ms_ += 7000;
        must(LedgerWriter(table, path()).write(clock_ms_));
    }

    void write_as_tool(int number) {
        auto ledger = open();
        auto txn = must(ledger->begin(Ledger::Mode::write));
        if (number % 4 == 0) {
            must(txn.grant({"late-" + std::to_string(number), "late", 5000, 0, "a note"}));
        } else if (number % 4 == 1) {
            must(txn.merge_counter("other/0123456789abcdef", "team0", number));
        } else if (number % 4 == 2) {
            must(txn.sum_by_hour(0, UINT32_MAX, 20));
        } else {
            must(txn.add_unsettled({clock_ms_, {1, 2, 3}, "team0", 0, 5, 5}));
        }
        must(txn.commit());
    }

    /// The contents of the ledger after a transaction, and the number of changes of the file up to the end of that
    /// transaction.
    struct Committed {
        std::size_t changes;
        std::string contents;
    };

    /// The possible contents of the disk when the machine fails after `changes` changes. All synced writes are there.
    /// The unsynced ones are all there (`kept` null), or a random part of them, in any order, the last one up to the
    /// end of a sector.
    std::string disk_after(std::size_t changes, std::mt19937* kept) const {
        std::string disk = before_;
        std::vector<const FileChange*> unsynced;
        for (std::size_t i = 0; i < changes; ++i) {
            const FileChange& change = changes_[i];
            if (change.kind == FileChange::Kind::sync) {
                apply_all(unsynced, disk);
                unsynced.clear();
            } else {
                unsynced.push_back(&change);
            }
        }
        if (kept != nullptr && !unsynced.empty()) {
            std::shuffle(unsynced.begin(), unsynced.end(), *kept);
            unsynced.resize((*kept)() % unsynced.size() + 1);
            apply(torn(*unsynced.back(), *kept), disk);
            unsynced.pop_back();
        }
        apply_all(unsynced, disk);
        return disk;
    }

    static FileChange torn(FileChange change, std::mt19937& random) {
        const std::size_t first = sector - static_cast<std::size_t>(change.offset) % sector;
        const std::size_t sectors = change.bytes.size() <= first ? 1 : 1 + (change.bytes.size() - first) / sector;
        const std::size_t whole = random() % (sectors + 1);
        change.bytes.resize(std::min(change.bytes.size(), whole == 0 ? 0 : first + (whole - 1) * sector));
        return change;
    }

    static void apply_all(const std::vector<const FileChange*>& changes, std::string& disk) {
        for (const FileChange* change : changes) {
            apply(*change, disk);
        }
    }

    static void apply(const FileChange& change, std::string& disk) {
        const auto offset = static_cast<std::size_t>(change.offset);
        if (change.kind == FileChange::Kind::size) {
            disk.resize(offset);
            return;
        }
        disk.resize(std::max(disk.size(), offset + change.bytes.size()));
        disk.replace(offset, change.bytes.size(), change.bytes);
    }

    /// Restarts the machine with this file. Expects the state of the last finished transaction or of the one being
    /// written.
    void expect_right(std::size_t changes, const std::string& disk) {
        write_file(path(), disk);  // the same inode, so the ledger does not count as a copy
        const auto next = std::upper_bound(committed_.begin(), committed_.end(), changes,
                                           [](std::size_t n, const Committed& c) { return n < c.changes; });
        const auto last = std::prev(next);
        const auto id = check_ledger(path(), "test");
        ASSERT_TRUE(id) << "after " << changes << " changes: " << id.error().message;
        const std::string contents = contents_of(path());
        const bool is_next = next != committed_.end() && contents == next->contents;
        ASSERT_TRUE(contents == last->contents || is_next) << "a mixture after " << changes << " changes:\n"
                                                           << contents;
    }

    /// Expects that a server can charge and write on, and that its books agree.
    void expect_to_go_on() {
        AccountTable::remove({open(Ledger::Mode::read)->about().id});
        const auto table = accounts();
        write_as_server(*table);
        const Books b = books();
        for (std::size_t i = 0; i < table->size(); ++i) {
            const Account& account = table->account(i);
            const std::string team(AccountTable::team_of(account));
            ASSERT_EQ(gap_of(account), 0) << team;
            if (account.spent != 0) {
                ASSERT_EQ(b.counters.at(team), account.spent) << team;
                ASSERT_EQ(b.usage.at(team), account.spent) << team;
            }
        }
    }

    std::string before_;               ///< the file when the recording began
    std::vector<FileChange> changes_;  ///< changes since then
    std::vector<Committed> committed_;
    std::mt19937 random_{13};
    std::int64_t clock_ms_ = 1'700'000'000'000;
};

TEST_F(PowerLoss, AtAnyWriteLeavesTheStateOfATransaction) {
    constexpr int transactions = 300;
    const auto table = accounts();
    before_ = read_file(path());
    committed_.push_back({0, contents_of(path())});
    {
        const test::RecordedWrites writes(path());
        for (int n = 0; n < transactions; ++n) {
            if (n % 3 == 2) {
                write_as_tool(n / 3);
            } else {
                write_as_server(*table);
            }
            committed_.push_back({writes.changes().size(), contents_of(path())});
        }
        changes_ = writes.changes();
    }
    ASSERT_GT(changes_.size(), std::size_t{transactions} * 4);
    ASSERT_EQ(disk_after(changes_.size(), nullptr), read_file(path())) << "a write was not recorded";

    const std::size_t wanted = wanted_failures();
    const std::size_t step = wanted == 0 ? 1 : std::max<std::size_t>(1, changes_.size() * 2 / wanted);
    std::mt19937 random(17);
    for (std::size_t changes = random() % step; changes <= changes_.size(); changes += step) {
        expect_right(changes, disk_after(changes, nullptr));
        for (int subset = 0; subset < (wanted == 0 ? 8 : 1) && !HasFatalFailure(); ++subset) {
            expect_right(changes, disk_after(changes, &random));
        }
        if (changes % 10 == 0 && !HasFatalFailure()) {
            expect_to_go_on();
        }
        if (HasFatalFailure()) {
            return;
        }
    }
}

}  // namespace
}  // namespace bizrec::ledger
