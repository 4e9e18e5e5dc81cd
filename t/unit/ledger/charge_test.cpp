#include "bizrec/ledger/charge.hpp"

#include <sys/wait.h>

#include <thread>

#include "bizrec/ledger/ledger_writer.hpp"
#include "t/unit/ledger/ledger_fixture.hpp"

namespace bizrec::ledger {
namespace {

using test::must;
using test::now_ms;

class Charges : public test::LedgerTest {};

TEST_F(Charges, BalanceIsSpentToTheLastRowAndNotBeyond) {
    grant("g", "acme", 2500);
    const auto table = accounts();
    Account* account = table->find("acme");
    ASSERT_NE(account, nullptr);
    EXPECT_EQ(table->find("acm"), nullptr);
    EXPECT_EQ(remaining_of(*account), 2500);
    auto result = charge(*account, {EndpointKind::enrich_company, 2, 2000, now_ms}, nullptr);
    EXPECT_TRUE(result.covered);
    EXPECT_EQ(result.remaining, 500);
    result = charge(*account, {EndpointKind::enrich_company, 1, 1000, now_ms}, nullptr);
    EXPECT_FALSE(result.covered);
    EXPECT_EQ(result.remaining, 500);
    result = charge(*account, {EndpointKind::search_only_ids, 5, 500, now_ms}, nullptr);
    EXPECT_TRUE(result.covered);
    EXPECT_EQ(result.remaining, 0);
    EXPECT_EQ(account->spent, 2500);
    EXPECT_EQ(gap_of(*account), 0);
}

/// A worker gives a charge back if a filter of nginx refuses the answer. Then neither the counter nor the usage has it.
TEST_F(Charges, ChargeThatIsGivenBackIsInNoBook) {
    grant("g", "acme", 2500);
    const auto table = accounts();
    Account* account = table->find("acme");
    WorkerSlots* worker = table->claim_worker();
    ASSERT_NE(worker, nullptr);
    ChargeSlot& slot = worker->slots[0];
    const Charge of{EndpointKind::enrich_company, 2, 2000, now_ms};
    LedgerWriter writer(*table, path());
    for (ChargeSlot* const named : {&slot, static_cast<ChargeSlot*>(nullptr)}) {
        EXPECT_EQ(reserve_charge(*account, of, named).remaining, 500);
        must(writer.write(now_ms));
        EXPECT_EQ(books().counters["acme"], 0) << "reserved, and in no book yet";
        give_charge_back(*account, of, named);
        EXPECT_EQ(remaining_of(*account), 2500);
        EXPECT_EQ(gap_of(*account), 0);
        must(writer.write(now_ms));
        EXPECT_EQ(books().counters["acme"], 0);
        EXPECT_TRUE(books().usage.empty());
    }
    EXPECT_EQ(slot.state, ChargeState::none);
    EXPECT_TRUE(reserve_charge(*account, of, &slot).covered);
    book_charge(*account, of, &slot);
    must(writer.write(now_ms));
    EXPECT_EQ(books().counters["acme"], 2000);
}

TEST_F(Charges, OfOtherEdgesMayHaveOverdrawnTheAccount) {
    grant("g", "acme", 2500);
    const auto table = accounts();
    Account* account = table->find("acme");
    account->limit.store(-300);
    const auto result = charge(*account, {EndpointKind::search, 1, 1, now_ms}, nullptr);
    EXPECT_FALSE(result.covered);
    EXPECT_EQ(result.remaining, -300);
}

/// The amounts that the threads get add up to the balance, in any order of threads.
TEST_F(Charges, ThreadsAtOneAccountGetItsRowsAndNoMore) {
    constexpr int threads = 4;
    constexpr Millicredits all = 150'001;
    grant("g", "acme", all);
    const auto table = accounts();
    Account* account = table->find("acme");
    std::vector<Millicredits> got(threads);
    std::vector<std::thread> running;
    for (int t = 0; t < threads; ++t) {
        running.emplace_back([&, t] {
            const auto amount = static_cast<Millicredits>(t % 2 + 1);
            while (charge(*account, {EndpointKind::search, 1, amount, now_ms + t * 60'000}, nullptr).covered) {
                got[static_cast<std::size_t>(t)] += amount;
            }
        });
    }
    for (std::thread& thread : running) {
        thread.join();
    }
    Millicredits sum = 0;
    for (const Millicredits part : got) {
        sum += part;
    }
    EXPECT_EQ(sum, account->spent);
    EXPECT_EQ(sum, all);
    EXPECT_EQ(gap_of(*account), 0);
}

/// A reader must not combine `granted` of one grant with `limit` of another. Nothing is spent here, so the granted and
/// the remaining amount are always equal.
TEST_F(Charges, ABalanceThatNeverExistedIsNotReadDuringAGrant) {
    grant("g", "acme", 1000);
    const auto table = accounts();
    Account* account = table->find("acme");
    ASSERT_EQ(balance_of(*account).granted, 1000);
    ASSERT_EQ(balance_of(*account).remaining, 1000);
    std::atomic<bool> is_over{false};
    std::thread writer([&] {
        for (Millicredits granted = 1000; granted < 1'000'000; ++granted) {
            set_limits(*account, granted, granted);
        }
        is_over = true;
    });
    Millicredits last = 0;
    std::uint64_t wrong = 0;
    do {
        const Balance balance = balance_of(*account);
        wrong += balance.granted != balance.remaining || balance.granted < last ? 1 : 0;
        last = balance.granted;
    } while (!is_over);
    writer.join();
    EXPECT_EQ(wrong, 0U);
    EXPECT_EQ(balance_of(*account).remaining, 999'999);
}

TEST_F(Charges, ABalanceIsThatBeforeTheGrantInWhichTheWriterWasKilled) {
    grant("g", "acme", 1000);
    const auto table = accounts();
    Account* account = table->find("acme");
    set_limits(*account, 1200, 1100);
    for (const Millicredits granted : {1500, 1600}) {  // each time, the writer is killed within set_limits()
        set_limits(*account, granted, 1400);
        account->sequence.fetch_sub(1);
        EXPECT_EQ(balance_of(*account).granted, 1200);
        EXPECT_EQ(balance_of(*account).remaining, 1100);
    }
    set_limits(*account, 1700, 1700);
    EXPECT_EQ(balance_of(*account).granted, 1700);
    EXPECT_EQ(balance_of(*account).remaining, 1700);
}

TEST_F(Charges, TableIsOneForAllProcesses) {
    grant("g", "acme", 1'000'000);
    const auto table = accounts();
    for (int child = 0; child < 2; ++child) {
        if (const pid_t pid = ::fork(); pid == 0) {
            const auto again = open_accounts(path(), 0);  // as a new nginx master does
            for (int i = 0; i < 1000 && again; ++i) {
                charge(*again.value()->find("acme"), {EndpointKind::search, 1, 7, now_ms}, nullptr);
            }
            ::_exit(0);
        } else {
            int status = -1;
            ::waitpid(pid, &status, 0);
            EXPECT_EQ(status, 0);
        }
    }
    EXPECT_EQ(table->find("acme")->spent, 14'000);
}

TEST_F(Charges, ManyAccountsAreAllFound) {
    constexpr int teams = 40'000;
    {
        auto ledger = open();
        auto txn = must(ledger->begin(Ledger::Mode::write));
        for (int i = 0; i < teams; ++i) {
            must(txn.grant({"grant-" + std::to_string(i), "team-" + std::to_string(i), i, 0, {}}));
        }
        must(txn.commit());
    }
    const auto table = accounts();
    ASSERT_EQ(table->size(), static_cast<std::size_t>(teams));
    for (int i = 0; i < teams; ++i) {
        const Account* account = table->find("team-" + std::to_string(i));
        ASSERT_NE(account, nullptr);
        ASSERT_EQ(account->limit, i);
    }
    EXPECT_EQ(table->find("team-40000"), nullptr);
    EXPECT_EQ(table->find(""), nullptr);
}

}  // namespace
}  // namespace bizrec::ledger
