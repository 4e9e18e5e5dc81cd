#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <set>
#include <string_view>
#include <thread>

#include "t/unit/ledger/ledger_faults.hpp"

/// Faults of the table of accounts in shared memory: it is lost, half made, cut off, or belongs to another user.
namespace bizrec::ledger {
namespace {

using test::Child;
using test::LedgerFaults;
using test::must;
using test::now_ms;

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
              table_path() + ": is of another version of the module: end its server, then remove this file");
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
