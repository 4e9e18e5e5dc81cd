#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <set>
#include <string_view>
#include <thread>
#include <vector>

#include "t/unit/ledger/ledger_fixture.hpp"
#include "t/unit/ledger/recorded_writes.hpp"

namespace bizrec::ledger {
namespace {

using test::contents_of;
using test::must;
using test::now_ms;

constexpr std::int64_t minute_ms = 60'000;
constexpr std::uint32_t now_minute = 28'333'333;

/// A forked process that runs `work(ready)`. The constructor returns after the process has called `ready()`. end() and
/// the destructor kill the process.
class Child {
public:
    template <class Work>
    explicit Child(const Work& work) {
        int ends[2];
        EXPECT_EQ(::pipe(ends), 0);
        pid_ = ::fork();
        if (pid_ == 0) {
            work([&] { EXPECT_EQ(::write(ends[1], "", 1), 1); });
            ::_exit(0);
        }
        char byte = 0;
        EXPECT_EQ(::read(ends[0], &byte, 1), 1) << "the child has not come to its point";
        ::close(ends[0]);
        ::close(ends[1]);
    }
    ~Child() { end(); }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    void end() {
        if (pid_ > 0) {
            ::kill(pid_, SIGKILL);
            ::waitpid(pid_, nullptr, 0);
            pid_ = 0;
        }
    }

private:
    pid_t pid_ = 0;
};

class LedgerFaults : public test::LedgerTest {
protected:
    void SetUp() override {
        LedgerTest::SetUp();
        grant("g", "acme", max_millicredits / 2);
    }

    static void spend(AccountTable& table, Millicredits amount, std::int64_t unix_ms) {
        ASSERT_TRUE(charge(*table.find("acme"), {EndpointKind::search, 1, amount, unix_ms}, nullptr).covered);
    }

    /// Charged amounts by minute.
    std::map<std::uint32_t, Millicredits> minutes() const {
        std::map<std::uint32_t, Millicredits> sums;
        auto ledger = open(Ledger::Mode::read);
        auto txn = must(ledger->begin(Ledger::Mode::read));
        must(txn.each_usage(0, [&sums](const Usage& usage) {
            sums[usage.minute] += usage.amount;
            return true;
        }));
        return sums;
    }

    std::string id() const { return open(Ledger::Mode::read)->about().id; }
    std::string table_path() const { return "/dev/shm/bizrec-credits-" + id(); }

    std::uint64_t file_size() const {
        struct stat s {};
        EXPECT_EQ(::stat(path().c_str(), &s), 0);
        return static_cast<std::uint64_t>(s.st_size);
    }
};

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

// ---- shared memory

TEST_F(LedgerFaults, ImportOfMoreOwnChargesLosesNoneThatAreMadeMeanwhile) {
    const auto table = accounts();
    Account& acme = *table->find("acme");
    const std::string own = open(Ledger::Mode::read)->about().edge_id();
    std::atomic<bool> ends{false};
    std::thread client([&] {
        while (!ends) {
            charge(acme, {EndpointKind::search, 1, 1, now_ms}, nullptr);
        }
    });
    for (int i = 0; i < 200; ++i) {
        {
            auto ledger = open();
            auto txn = must(ledger->begin(Ledger::Mode::write));
            must(txn.merge_counter(own, "acme", acme.spent + 1'000'000));
            must(txn.commit());
        }
        must(LedgerWriter(*table, path()).write(now_ms));
    }
    ends = true;
    client.join();
    EXPECT_EQ(gap_of(acme), 0);
    must(LedgerWriter(*table, path()).write(now_ms));
    EXPECT_EQ(books().counters.at("acme"), acme.spent);
}

TEST_F(LedgerFaults, ServerThatLostItsLedgerCountsAgainWhenItIsStarted) {
    const auto table = accounts();
    must(LedgerWriter(*table, path()).write(now_ms));
    const std::string kept = table_path() + "-kept";
    ASSERT_EQ(::rename(table_path().c_str(), kept.c_str()), 0);  // another container does not see this table
    {
        const auto other = accounts();
        spend(*other, 30, now_ms);
        must(LedgerWriter(*other, path()).write(now_ms));
        EXPECT_FALSE(LedgerWriter(*table, path()).write(now_ms));
        EXPECT_EQ(table->header().state, TableState::lost);
    }
    ASSERT_EQ(::rename(kept.c_str(), table_path().c_str()), 0);  // the other server has ended
    const auto again = accounts();
    EXPECT_EQ(again->header().state, TableState::open);
    EXPECT_EQ(again->find("acme")->spent, 30);
    must(LedgerWriter(*again, path()).write(now_ms));
}

TEST_F(LedgerFaults, TableOfAnotherLayoutIsRefused) {
    accounts();
    const int fd = ::open(table_path().c_str(), O_RDWR | O_CLOEXEC);
    const std::uint32_t layout = layout_version + 1;
    ASSERT_EQ(::pwrite(fd, &layout, sizeof layout, offsetof(TableHeader, layout)), 4);
    ::close(fd);
    const auto refused = open_accounts(path(), 0);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              table_path() + ": is of another version of the module, whose server still runs: end it first");
    EXPECT_TRUE(refused.error().is_of_other_version);
}

TEST_F(LedgerFaults, TableThatIsOpenToOthersIsRefused) {
    accounts();
    ASSERT_EQ(::chmod(table_path().c_str(), 0666), 0);
    auto refused = open_accounts(path(), 0);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("belongs to another user, or is open to others"), std::string::npos);
    ASSERT_EQ(::chmod(table_path().c_str(), 0600), 0);
    if (::geteuid() == 0) {
        ASSERT_EQ(::chown(table_path().c_str(), 65534, 65534), 0);
        refused = open_accounts(path(), 0);
        ASSERT_FALSE(refused);
        EXPECT_NE(refused.error().message.find("belongs to another user, or is open to others"), std::string::npos);
    }
}

/// Names of the ledger's tables in shared memory.
std::set<std::string> tables_of(const std::string& ledger_id) {
    std::set<std::string> names;
    DIR* const folder = ::opendir("/dev/shm");
    for (const dirent* entry = ::readdir(folder); entry != nullptr; entry = ::readdir(folder)) {
        if (std::string_view(entry->d_name).find(ledger_id) != std::string_view::npos) {
            names.insert(entry->d_name);
        }
    }
    ::closedir(folder);
    return names;
}

/// A local user puts a file, link, pipe or folder under the table's name. A server must still start, under another
/// name, and the next server must find its table.
TEST_F(LedgerFaults, TableWhoseNameALocalUserHasSquattedGetsAnotherOne) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "needs root, to act as two users";
    }
    const std::string name = table_path();
    const std::pair<const char*, std::function<bool()>> squats[] = {
        {"a file", [&] { return ::close(::open(name.c_str(), O_CREAT | O_WRONLY, 0666)) == 0; }},
        {"a link", [&] { return ::symlink("/etc/hostname", name.c_str()) == 0; }},
        {"a pipe", [&] { return ::mkfifo(name.c_str(), 0666) == 0; }},
        {"a folder", [&] { return ::mkdir(name.c_str(), 0755) == 0; }},
    };
    for (const auto& [what, make] : squats) {
        ASSERT_TRUE(make() && ::lchown(name.c_str(), 65534, 65534) == 0) << what;
        const auto table = accounts();
        spend(*table, 1, now_ms);
        const std::uint64_t number = table->header().table_id;
        EXPECT_EQ(accounts()->header().table_id, number) << what << ": a new master next to the old one";
        must(LedgerWriter(*table, path()).write(now_ms));
        struct stat s {};
        ASSERT_EQ(::lstat(name.c_str(), &s), 0);
        EXPECT_EQ(s.st_uid, 65534U) << what << " stays";
        ::remove(name.c_str());
        const auto next = accounts();
        EXPECT_EQ(next->header().table_id, number) << what << ": the name is free, and the table has its own";
        std::set<std::string> names = tables_of(id());
        ASSERT_EQ(names.size(), 1U) << what;
        EXPECT_GT(names.begin()->size(), table_path().size() - sizeof "/dev/shm");
        EXPECT_EQ(next->find("acme")->spent, table->find("acme")->spent) << what;
        AccountTable::remove({id(), number});  // as when the machine restarts
    }
}

TEST_F(LedgerFaults, TableOfAnotherUsersServerIsNoSquat) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "needs root, to act as two users";
    }
    must(LedgerWriter(*accounts(), path()).write(now_ms));
    ASSERT_EQ(::chown(table_path().c_str(), 65534, 65534), 0);
    const auto refused = open_accounts(path(), 0);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("belongs to another user"), std::string::npos) << refused.error().message;
}

TEST_F(LedgerFaults, TableThatWasCutOffIsRefused) {
    accounts();
    struct stat s {};
    ASSERT_EQ(::stat(table_path().c_str(), &s), 0);
    for (const off_t size : {s.st_size - 1, off_t{4096}, off_t{9}}) {
        ASSERT_EQ(::truncate(table_path().c_str(), size), 0);
        const auto refused = open_accounts(path(), 0);
        ASSERT_FALSE(refused) << size;
        EXPECT_NE(refused.error().message.find("with no server running"), std::string::npos);
    }
}

/// A table that a killed process left half made is cleared, even if that process was killed while this one waited for
/// it.
TEST_F(LedgerFaults, TableOfAKilledMakerIsMadeAnew) {
    const std::string file = table_path();
    auto maker = std::make_unique<Child>([&](const auto& ready) {
        const int fd = ::open(file.c_str(), O_RDWR | O_CREAT, 0600);
        ::flock(fd, LOCK_EX);
        ready();
        ::usleep(100'000);  // until the other process waits; if it comes later, it finds the same
        const std::string rubbish(1 << 20, '\x01');
        EXPECT_EQ(::pwrite(fd, rubbish.data(), rubbish.size(), 0), static_cast<ssize_t>(rubbish.size()));
        ::_exit(0);
    });
    const auto table = accounts();
    maker.reset();
    EXPECT_EQ(table->size(), 1U);
    EXPECT_EQ(table->find("acme")->spent, 0);
    EXPECT_EQ(table->worker(0).owner, 0U);
    EXPECT_EQ(table->header().failing_since_ms, 0);
}

/// A process removes the name of the table that it is making, while a second process waits for it. The second process
/// must make a table with a name.
TEST_F(LedgerFaults, TableWithoutANameIsNobodys) {
    const std::string file = table_path();
    auto maker = std::make_unique<Child>([&](const auto& ready) {
        const int fd = ::open(file.c_str(), O_RDWR | O_CREAT, 0600);
        ::flock(fd, LOCK_EX);
        ready();
        ::usleep(100'000);
        ::unlink(file.c_str());
        ::_exit(0);
    });
    const auto table = accounts();
    EXPECT_EQ(::access(file.c_str(), F_OK), 0);
    EXPECT_EQ(accounts()->header().table_id, table->header().table_id);
}

}  // namespace
}  // namespace bizrec::ledger
