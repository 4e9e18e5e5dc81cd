#include <fcntl.h>
#include <sys/stat.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <future>
#include <iterator>
#include <random>
#include <thread>

#include "bizrec/ledger/ledger_writer.hpp"
#include "t/unit/ledger/ledger_fixture.hpp"

/// A ledger that disappears while a server charges to it.
namespace bizrec::ledger {
namespace {

using test::must;
using test::now_ms;

class LedgerGone : public test::LedgerTest {
protected:
    void SetUp() override {
        LedgerTest::SetUp();
        grant("g", "acme", 1'000'000);
        table_ = accounts();
        writing_ = std::make_unique<LedgerWriter>(*table_, path());
        charge_and_write();
    }
    void charge_more() { charge(*table_->find("acme"), {EndpointKind::enrich_company, 1, 1000, now_ms}, nullptr); }
    void charge_and_write() {
        charge_more();
        must(write());
    }
    /// Writes in a thread of its own. If the ledger disappears, LMDB may keep locks, which the end of the thread frees.
    Status write(std::int64_t at_ms = now_ms) {
        return std::async(std::launch::async, [&] { return writing_->write(at_ms); }).get();
    }
    std::string refusal() {
        charge_more();
        const auto status = write();
        return status ? std::string() : status.error().message;
    }
    /// Expects that a write is refused with a message that contains `words`, and the next two with a message that
    /// contains `then`.
    void expect_refused(const std::string& words, const std::string& then) {
        EXPECT_NE(refusal().find(words), std::string::npos) << words;
        EXPECT_NE(table_->header().failing_since_ms.load(), 0);
        for (int i = 0; i < 2; ++i) {
            const std::string again = refusal();
            EXPECT_NE(again.find(then), std::string::npos) << again;
        }
    }
    /// Expects that writing works again and that the ledger has all charges.
    void expect_written_again(Millicredits spent) {
        must(write());
        EXPECT_EQ(table_->header().failing_since_ms.load(), 0);
        writing_.reset();
        EXPECT_EQ(books().counters.at("acme"), spent);
        EXPECT_EQ(books().usage.at("acme"), spent);
    }
    std::string bytes(const std::string& name = "credits.mdb") const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    /// Overwrites the existing file, as `cp` does.
    void overwrite(const std::string& content) const {
        std::ofstream(path(), std::ios::binary | std::ios::in | std::ios::out) << content;
    }
    /// Overwrites the ledger with `content`. Sets its count of the server's transactions to the count in the table of
    /// accounts, so that the writer does not refuse it as an older copy.
    void renew(const std::string& content) {
        writing_.reset();
        overwrite(content);
        table_->header().ledger_bytes = 0;
        auto ledger = open();
        auto txn = must(ledger->begin(Ledger::Mode::write));
        auto session = must(txn.session());
        session.transactions = table_->header().transactions;
        must(txn.set_session(session));
        must(txn.commit());
    }
    void copy_to(const std::string& name) const { std::ofstream(path(name), std::ios::binary) << bytes(); }
    void rename(const std::string& from, const std::string& to) const {
        ASSERT_EQ(std::rename(path(from).c_str(), path(to).c_str()), 0);
    }

    std::unique_ptr<AccountTable> table_;
    std::unique_ptr<LedgerWriter> writing_;
};

TEST_F(LedgerGone, RenamedAwayAndPutBackLosesNothing) {
    rename("credits.mdb", "away");
    expect_refused("was deleted or renamed while it was served; put it back", "does not exist");
    rename("away", "credits.mdb");
    expect_written_again(4000);
}

TEST_F(LedgerGone, DeletedTakesNoChargeWithIt) {
    ::unlink(path().c_str());
    expect_refused("was deleted or renamed", "does not exist");
    const Account& acme = *table_->find("acme");
    EXPECT_EQ(acme.spent.load(), 4000) << "memory has them";
}

TEST_F(LedgerGone, ReplacedByACopyIsNotCountedIn) {
    copy_to("copy");
    charge_and_write();
    rename("credits.mdb", "away");
    rename("copy", "credits.mdb");
    const std::string before = bytes();
    expect_refused("was replaced by another file while it was served", "is a copy of the ledger");
    EXPECT_EQ(bytes(), before);
    rename("away", "credits.mdb");
    expect_written_again(5000);
}

TEST_F(LedgerGone, ReplacedByAnotherLedgerIsNotCountedIn) {
    must(Ledger::create(path("other"), "test", 1'700'000'000));
    rename("other", "credits.mdb");
    expect_refused("was replaced by another file", "is another ledger");
}

TEST_F(LedgerGone, CutOffEndsNoProcess) {
    const auto whole = static_cast<off_t>(bytes().size());
    for (const off_t size : {whole - 1, off_t{8192}, off_t{4096}, off_t{100}, off_t{0}}) {
        ASSERT_EQ(::truncate(path().c_str(), size), 0);
        const std::string first = refusal();
        EXPECT_NE(first, "") << size;
        EXPECT_NE(refusal(), "") << size;
        EXPECT_EQ(bytes().size(), static_cast<std::size_t>(size)) << "nothing is written into it";
    }
}

/// Each transaction runs in a thread of its own, because LMDB's lock ends with the thread.
TEST_F(LedgerGone, CutOffInTheMidstOfATransactionIsAnError) {
    const std::string whole = bytes();
    for (std::size_t size = 0; size < 16 * 4096; size += 1000) {
        std::async(std::launch::async, [&] {
            const auto ledger = open();
            auto txn = must(ledger->begin(Ledger::Mode::write));
            must(txn.grant({"before", "acme", 1, now_ms, {}}));
            EXPECT_EQ(::truncate(path().c_str(), static_cast<off_t>(size)), 0);
            EXPECT_FALSE(txn.grant({"after", "acme", 1, now_ms, {}})) << size;
            EXPECT_FALSE(txn.commit()) << size;
        }).get();
        EXPECT_EQ(bytes().size(), size) << "nothing is written into it";
        overwrite(whole);
    }
    expect_written_again(1000);
}

TEST_F(LedgerGone, CutOffWhileItIsReadIsAnError) {
    const std::string whole = bytes();
    for (std::size_t size = 0; size < 16 * 4096; size += 1000) {
        std::async(std::launch::async, [&] {
            const auto ledger = open(Ledger::Mode::read);
            const auto txn = must(ledger->begin(Ledger::Mode::read));
            EXPECT_EQ(::truncate(path().c_str(), static_cast<off_t>(size)), 0);
            static_cast<void>(txn.check(true));
            static_cast<void>(txn.session());
        }).get();
        overwrite(whole);
    }
    expect_written_again(1000);
}

TEST_F(LedgerGone, CutOffAtAnyMomentEndsNoProcess) {
    constexpr int teams = 300, cuts = 200;
    for (int i = 0; i < teams; ++i) {
        grant("g" + std::to_string(i), "team" + std::to_string(i), 1'000'000'000);
    }
    charge_and_write();
    const std::string whole = bytes();
    std::mt19937 random(33);
    int amid = 0;
    for (int i = 0; i < cuts && !HasFailure(); ++i) {
        writing_ = std::make_unique<LedgerWriter>(*table_, path());
        must(write());
        std::atomic<bool> writes{false}, cut{false};
        const auto size = static_cast<off_t>(random() % (i % 2 == 0 ? 100'000 : whole.size()));
        const std::chrono::microseconds moment(random() % 3000);
        auto cutting = std::async(std::launch::async, [&] {
            std::this_thread::sleep_for(moment);
            amid += writes ? 1 : 0;
            EXPECT_EQ(::truncate(path().c_str(), size), 0);
            cut = true;
        });
        Status status = ok();
        for (int last = 0; last < 2 && status; last += cut ? 1 : 0) {
            for (std::size_t number = 0; number < table_->size(); ++number) {
                charge(table_->account(number), {EndpointKind::search, 1, 1, now_ms + 60'000 * (i % 50)}, nullptr);
            }
            writes = true;
            status = write(now_ms + 60'000 * (i % 50));
            writes = false;
        }
        cutting.get();
        EXPECT_FALSE(status) << "cut to " << size << " after " << moment.count() << " us";
        EXPECT_NE(table_->header().failing_since_ms.load(), 0);
        EXPECT_NE(refusal(), "") << "and so is the next one";
        writing_ = std::make_unique<LedgerWriter>(*table_, path());
        EXPECT_NE(refusal(), "") << "... of another worker, too";
        renew(whole);
    }
    RecordProperty("amid", amid);
    EXPECT_GT(amid, cuts / 10);
}

TEST_F(LedgerGone, OverwrittenIsRefused) {
    const std::string whole = bytes();
    overwrite(std::string(whole.size(), 'x'));
    expect_refused("was cut off or overwritten while it was served", "is damaged, or no ledger");
}

TEST_F(LedgerGone, OverwrittenByAnOlderStateIsRefused) {
    const std::string older = bytes();
    charge_and_write();
    const std::string newer = bytes();
    overwrite(older);
    expect_refused("was cut off or overwritten while it was served", "went back");
    overwrite(newer);
    expect_written_again(5000);
}

TEST_F(LedgerGone, ItsLockFileIsMadeAgain) {
    const std::string lock = path("credits.mdb-lock");
    ::unlink(lock.c_str());
    EXPECT_NE(refusal().find("-lock: was deleted, replaced or cut off"), std::string::npos);
    charge_and_write();
    ASSERT_EQ(::truncate(lock.c_str(), 0), 0);
    EXPECT_NE(refusal().find("-lock: was deleted, replaced or cut off"), std::string::npos);
    expect_written_again(4000);
}

TEST_F(LedgerGone, WhatToolsDoMeanwhileIsNoDamage) {
    rename("credits.mdb", "away");
    rename("away", "credits.mdb");
    ASSERT_EQ(::chmod(path().c_str(), 0600), 0);
    charge_and_write();
    copy_to("a copy beside it");
    expect_written_again(2000);
}

}  // namespace
}  // namespace bizrec::ledger
