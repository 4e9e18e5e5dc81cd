#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>
#include <vector>

#include "t/unit/ledger/ledger_faults.hpp"
#include "t/unit/ledger/recorded_writes.hpp"

/// The disk fails, processes are killed, the clock steps: the ledger has each charge once.
namespace bizrec::ledger {
namespace {

using test::Child;
using test::LedgerFaults;
using test::must;
using test::now_ms;

constexpr std::int64_t minute_ms = 60'000;
constexpr std::uint32_t now_minute = 28'333'333;

using Minutes = std::map<std::uint32_t, Millicredits>;

// ---- the disk

TEST_F(LedgerFaults, DiskThatFailsForMinutesKeepsEachMinuteByItself) {
    const auto table = accounts();
    LedgerWriter writer(*table, path());
    must(writer.write(now_ms));
    {
        test::RecordedWrites disk(path());
        for (int minute = 0; minute < 5; ++minute) {
            const std::int64_t now = now_ms + minute * minute_ms;
            spend(*table, 100 + minute, now);
            disk.fail_from(1);
            EXPECT_FALSE(writer.write(now));
            EXPECT_NE(table->header().failing_since_ms, 0);
        }
        disk.fail_from(0);
        must(writer.write(now_ms + 5 * minute_ms));
    }
    EXPECT_EQ(table->header().failing_since_ms, 0);
    const Minutes expected = {
        {now_minute, 100}, {now_minute + 1, 101}, {now_minute + 2, 102}, {now_minute + 3, 103}, {now_minute + 4, 104}};
    EXPECT_EQ(minutes(), expected);
    EXPECT_EQ(books().counters.at("acme"), 510);
}

/// Lets the n-th write or sync of a transaction fail, with and without its data on the disk. The next transaction must
/// book each charge once.
TEST_F(LedgerFaults, TransactionThatFailsAtAnyWriteIsBookedOnce) {
    const auto table = accounts();
    LedgerWriter writer(*table, path());
    must(writer.write(now_ms));
    Millicredits spent = 0;
    int failed = 0;
    for (const bool is_done : {false, true}) {
        for (std::size_t n = 1; n < 12; ++n) {
            {
                test::RecordedWrites disk(path());
                disk.fail_from(n, is_done);
                spend(*table, 7, now_ms);
                spent += 7;
                failed += writer.write(now_ms) ? 0 : 1;
                disk.fail_from(0);
                spend(*table, 3, now_ms);
                spent += 3;
                must(writer.write(now_ms));
            }
            ASSERT_EQ(table->find("acme")->spent, spent);
        }
    }
    EXPECT_GE(failed, 6);
    const pid_t reader = ::fork();  // another process, because this one has the ledger open
    if (reader == 0) {
        const Books b = books();
        ::_exit(b.counters.at("acme") == spent && b.usage.at("acme") == spent ? 0 : 1);
    }
    int status = -1;
    ::waitpid(reader, &status, 0);
    EXPECT_EQ(status, 0) << "usage and counter are not the " << spent << " that were charged";
}

TEST_F(LedgerFaults, TransactionThatWaitsForMinutesKeepsEachByItself) {
    const auto table = accounts();
    LedgerWriter writer(*table, path());
    must(writer.write(now_ms));
    Child tool([this](const auto& ready) {
        auto ledger = open();
        auto txn = must(ledger->begin(Ledger::Mode::write));
        ready();
        ::pause();
    });
    spend(*table, 1, now_ms);
    std::thread writing([&] { EXPECT_TRUE(writer.write(now_ms)); });
    for (int minute = 1; minute < 4; ++minute) {
        writer.take(now_ms + minute * minute_ms - 20'000);  // the event loop takes charges when a minute begins
        spend(*table, 10 * minute, now_ms + minute * minute_ms);
    }
    writer.take(now_ms + 4 * minute_ms - 20'000);
    tool.end();
    writing.join();
    must(writer.write(now_ms + 4 * minute_ms));
    const Minutes expected = {{now_minute, 1}, {now_minute + 1, 10}, {now_minute + 2, 20}, {now_minute + 3, 30}};
    Minutes found;
    const pid_t reader = ::fork();
    if (reader == 0) {
        ::_exit(minutes() == expected ? 0 : 1);
    }
    int status = -1;
    ::waitpid(reader, &status, 0);
    EXPECT_EQ(status, 0);
}

TEST_F(LedgerFaults, KilledReaderDoesNotMakeTheFileGrow) {
    const auto table = accounts();
    LedgerWriter writer(*table, path());
    must(writer.write(now_ms));  // before the reader, because the first process to open a ledger clears its readers
    {
        Child reader([this](const auto& ready) {
            auto ledger = open(Ledger::Mode::read);
            auto txn = must(ledger->begin(Ledger::Mode::read));
            ready();
            ::pause();
        });
    }
    const auto write = [&](int times) {
        for (int i = 0; i < times; ++i) {
            spend(*table, 1, now_ms);
            must(writer.write(now_ms));
        }
        return file_size();
    };
    const std::uint64_t before = write(20);
    EXPECT_LE(write(200), before + 65'536);
}

TEST_F(LedgerFaults, LedgerThatGrowsWhileItIsOpenedIsWhole) {
    Child writer([this](const auto& ready) {
        auto ledger = open();
        ready();
        for (int i = 0; i < 100'000; ++i) {
            auto txn = must(ledger->begin(Ledger::Mode::write));
            for (int k = 0; k < 100; ++k) {
                must(txn.grant(
                    {"grow-" + std::to_string(i) + "-" + std::to_string(k), "acme", 1, 0, std::string(900, 'x')}));
            }
            must(txn.commit());
        }
    });
    for (int i = 0; i < 300; ++i) {
        const auto ledger = Ledger::open(path(), Ledger::Mode::read);
        ASSERT_TRUE(ledger) << ledger.error().message;
    }
}

/// LMDB names its lock file after the path. Under a second path it would use a second lock file, and two processes
/// could write at the same time.
TEST_F(LedgerFaults, LedgerBehindALinkHasTheLockFileOfTheLedger) {
    const std::string link = path("link.mdb");
    ASSERT_EQ(::symlink(path().c_str(), link.c_str()), 0);
    must(Ledger::open(link, Ledger::Mode::write));
    EXPECT_NE(::access((link + "-lock").c_str(), F_OK), 0);
    const std::string hard = path("hard.mdb");
    ASSERT_EQ(::link(path().c_str(), hard.c_str()), 0);
    const auto refused = Ledger::open(hard, Ledger::Mode::write);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("has a second name (a hard link)"), std::string::npos);
}

// ---- the clock

TEST_F(LedgerFaults, ClockThatStepsLosesNoCharge) {
    const auto table = accounts();
    LedgerWriter writer(*table, path());
    const std::int64_t steps[] = {
        0, minute_ms, -minute_ms, 3 * minute_ms, -50 * minute_ms, 2, -400 * minute_ms, 60 * 24 * 365 * minute_ms, 0};
    Millicredits spent = 0;
    std::int64_t now = now_ms;
    for (const std::int64_t step : steps) {
        now += step;
        for (const std::int64_t late : {std::int64_t{0}, minute_ms}) {
            spend(*table, 5, now - late);
            spent += 5;
        }
        must(writer.write(now));
    }
    EXPECT_EQ(table->find("acme")->spent, spent);
    EXPECT_EQ(gap_of(*table->find("acme")), 0);
    const pid_t reader = ::fork();
    if (reader == 0) {
        const Books b = books();
        ::_exit(b.counters.at("acme") == spent && b.usage.at("acme") == spent ? 0 : 1);
    }
    int status = -1;
    ::waitpid(reader, &status, 0);
    EXPECT_EQ(status, 0);
}

/// A metering service reads each finished minute only once. So if the clock steps back, the ledger books later charges
/// under its last minute and not under a finished one.
TEST_F(LedgerFaults, ClockThatStepsBackAddsNothingToClosedMinutes) {
    const auto table = accounts();
    {
        LedgerWriter writer(*table, path());
        spend(*table, 5, now_ms);
        must(writer.write(now_ms));
        must(writer.write(now_ms + 10 * minute_ms));
    }
    LedgerWriter writer(*table, path());  // of a worker that starts after the step
    spend(*table, 7, now_ms);
    must(writer.write(now_ms));
    spend(*table, 7, now_ms + minute_ms);
    must(writer.write(now_ms + minute_ms));
    const pid_t reader = ::fork();
    if (reader == 0) {
        const Minutes found = minutes();
        ::_exit(found.at(now_minute) == 5 && found.lower_bound(now_minute + 1)->first >= now_minute + 9 ? 0 : 1);
    }
    int status = -1;
    ::waitpid(reader, &status, 0);
    EXPECT_EQ(status, 0);
}

/// In LMDB 0.9.26 to 0.9.31 (Debian 13 has the last of them), the last process to close a file destroys the mutexes in
/// its lock file, even if another process waits for them to open the file (ITS#10095).
TEST_F(LedgerFaults, ProcessesOpenAndCloseALedgerAtOnce) {
    std::vector<pid_t> processes;
    for (int i = 0; i < 4; ++i) {
        processes.push_back(::fork());
        if (processes.back() == 0) {
            int opened = 0;
            for (int n = 0; n < 300; ++n) {
                const auto ledger = Ledger::open(path(), n % 8 == 0 ? Ledger::Mode::write : Ledger::Mode::read);
                opened += ledger ? 1 : 0;
            }
            ::_exit(opened == 300 ? 0 : 1);
        }
    }
    for (const pid_t process : processes) {
        int status = -1;
        ::waitpid(process, &status, 0);
        EXPECT_EQ(status, 0);
    }
}

}  // namespace
}  // namespace bizrec::ledger
