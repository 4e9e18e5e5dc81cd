#pragma once

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <map>
#include <string>

#include "t/unit/ledger/ledger_fixture.hpp"

namespace bizrec::ledger::test {

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

class LedgerFaults : public LedgerTest {
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

}  // namespace bizrec::ledger::test
