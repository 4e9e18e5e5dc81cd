#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <random>

#include "bizrec/ledger/ledger_codec.hpp"
#include "t/unit/ledger/ledger_fixture.hpp"

namespace bizrec::ledger {
namespace {

using test::contents_of;
using test::must;
using test::now_ms;

/// The number of damaged ledgers to check, and the seed. By default each run checks the same ones.
/// BIZREC_LEDGER_DAMAGES sets another number, with a random seed.
struct Damages {
    int number = 250;
    unsigned seed = 13;
};
Damages wanted_damages() {
    const char* const number = std::getenv("BIZREC_LEDGER_DAMAGES");
    return number == nullptr ? Damages{} : Damages{std::atoi(number), std::random_device{}()};
}

/// A ledger that a server has used, with entries in each of its tables.
class DamagedLedger : public test::LedgerTest {
protected:
    void SetUp() override {
        LedgerTest::SetUp();
        for (int i = 0; i < 60; ++i) {
            grant("g" + std::to_string(i), "team" + std::to_string(i), 1'000'000);
        }
        const auto table = accounts();
        for (std::size_t i = 0; i < table->size(); ++i) {
            charge(table->account(i), {EndpointKind::search, 1, 100, now_ms}, nullptr);
        }
        must(LedgerWriter(*table, path()).write(now_ms));
        {
            auto ledger = open();
            id_ = ledger->about().id;
            auto txn = must(ledger->begin(Ledger::Mode::write));
            must(txn.merge_counter("other/0123456789abcdef", "team0", 500));
            must(txn.add_unsettled({now_ms, {1}, "team0", 0, 1, 1}));
            must(txn.commit());
        }
        before_ = contents_of(path());
        grant("last", "team1", 5);
        whole_ = read_file(path());
        // Cuts off the space that a server has reserved.
        whole_.resize((whole_.find_last_not_of('\0') / 4096 + 1) * 4096);
        contents_ = contents_of(path());
    }
    void TearDown() override { AccountTable::remove({id_}); }

    /// Exit status of a process that runs `work`; a signal is 128 plus its number.
    template <class Work>
    static int status_of(const Work& work) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::_exit(work());
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }

    /// Expects one of three outcomes: the damaged ledger is refused with a helpful message, or it has its contents from
    /// before the damage, or those from before the last transaction. LMDB keeps two states, and a damaged first page
    /// may make the older one valid, as after a power loss.
    void expect_refused_or_right(const std::string& damage) {
        const auto checked = check_ledger(path(), "test");
        if (!checked) {
            const std::string& message = checked.error().message;
            EXPECT_EQ(message.find(path() + ": "), 0U) << message;
            EXPECT_TRUE(message.find("credits repair") != message.npos ||
                        message.find("credits create") != message.npos ||
                        message.find("this version") != message.npos || checked.error().is_of_other_version)
                << damage << ": " << message;
            ++refused_;
            return;
        }
        const int status = status_of([this] {
            const std::string found = contents_of(path());
            return found == contents_ || found == before_ ? 0 : 1;
        });
        EXPECT_EQ(status, 0) << damage << ": it was let pass";
        AccountTable::remove({id_});
        // A server that starts must not crash this process. LMDB may hit the damage in the child process that checks
        // the ledger, and AddressSanitizer would report the crash of that process.
        if (std::getenv("BIZREC_INSTRUMENTED") == nullptr) {
            static_cast<void>(open_accounts(path(), 0));
        }
    }

    std::string id_, whole_, contents_;
    std::string before_;  ///< the state before the last transaction
    int refused_ = 0;
};

TEST_F(DamagedLedger, CutOffAtAnyPageIsRefused) {
    const std::size_t page = 4096;
    for (std::size_t size = 0; size + page <= whole_.size(); size += page / 2) {
        write_file(path(), whole_.substr(0, size));
        const auto checked = check_ledger(path(), "test");
        ASSERT_FALSE(checked) << size;
        EXPECT_NE(checked.error().message.find("credits"), std::string::npos) << size << checked.error().message;
    }
}

TEST_F(DamagedLedger, ChangedBytesAreFoundOrHarmless) {
    const Damages damages = wanted_damages();
    std::mt19937 random(damages.seed);
    for (int i = 0; i < damages.number && !HasFailure(); ++i) {
        std::string bytes = whole_;
        std::string damage;
        for (auto changes = 1 + random() % 3; changes > 0; --changes) {
            const std::size_t page = random() % (bytes.size() / 4096) * 4096;
            const std::size_t at = page + (random() % 2 == 0 ? random() % 64 : random() % 4096);
            bytes[at] = static_cast<char>(random());
            damage += " " + std::to_string(at) + "=" + std::to_string(static_cast<unsigned char>(bytes[at]));
        }
        write_file(path(), bytes);
        expect_refused_or_right(damage);
    }
    EXPECT_GT(refused_, damages.number / 10);
}

TEST_F(DamagedLedger, CopyIsRefused) {
    std::filesystem::copy_file(path(), path("copy.mdb"));
    const auto checked = check_ledger(path("copy.mdb"), "test");
    ASSERT_FALSE(checked);
    EXPECT_NE(checked.error().message.find("is a copy: edge \"test\" counts in another file"), std::string::npos);
    EXPECT_TRUE(check_sums(path("copy.mdb"))) << "a tool exports it";
}

TEST_F(DamagedLedger, LedgerOfAnotherEdgeIsRefused) {
    const auto checked = check_ledger(path(), "fra2");
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().message,
              path() + ": is the ledger of edge \"test\", not of \"fra2\": each edge writes one of its own");
}

TEST_F(DamagedLedger, LedgerOfALaterVersionIsRefused) {
    {
        auto file = must(LedgerFile::open(path(), LedgerFile::Mode::write));
        auto txn = must(file->begin(LedgerFile::Mode::write));
        must(txn.put(Table::about, "format", codec::encode_number(ledger_format + 1)));
        must(txn.commit());
    }
    const auto checked = check_ledger(path(), "test");
    ASSERT_FALSE(checked);
    EXPECT_TRUE(checked.error().is_of_other_version);
    EXPECT_EQ(checked.error().message, path() + ": has ledger format 2, this version reads format 1");
}

}  // namespace
}  // namespace bizrec::ledger
