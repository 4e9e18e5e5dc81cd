#include <algorithm>
#include <numeric>
#include <random>

#include "bizrec/ledger/ledger_codec.hpp"
#include "t/unit/ledger/ledger_fixture.hpp"

/// Edges exchange lines whose merge is a join: every line is accepted, in any order, and the sums are the same.
namespace bizrec::ledger {
namespace {

using test::must;
using Transaction = Ledger::Transaction;

struct Line {
    std::string edge;  ///< of a counter; empty: a grant
    Grant grant;       ///< also holds the team and amount of a counter
};

void merge(Transaction& txn, const Line& line) {
    if (line.edge.empty()) {
        must(txn.merge_grant(line.grant));
    } else {
        must(txn.merge_counter(line.edge, line.grant.team, line.grant.amount));
    }
}

/// The sums of all teams as text. Leaves out teams whose sums are 0: in some orders of lines a team loses its only
/// grant to a grant with the same id, and its sums remain as 0.
std::string sums_of(const Transaction& txn) {
    std::string text;
    must(txn.each_team([&text](std::string_view team, const TeamSums& sums) {
        TeamSums plain = sums;
        plain.revision = 0;
        if (sums.exact_granted != 0 || sums.exact_spent_elsewhere != 0) {
            text.append(team).append(1, '\0').append(codec::encode(plain));
        }
        return true;
    }));
    return text;
}

class Join : public test::LedgerTest {
protected:
    std::string sums_in_order(Ledger& ledger, const std::vector<Line>& lines, const std::vector<std::size_t>& order) {
        auto txn = must(ledger.begin(Ledger::Mode::write));
        for (const std::size_t number : order) {
            merge(txn, lines[number]);
        }
        return sums_of(txn);
    }
};

std::vector<Line> random_lines(std::mt19937& random, const std::string& own) {
    const auto below = [&random](unsigned n) { return random() % n; };
    const Millicredits amounts[] = {max_millicredits, max_millicredits - 1, max_millicredits / 2, 1000, 1, 0};
    const std::string edges[] = {"", "", own, "nyc1/0123456789abcdef", "sin1/0123456789abcdef"};
    std::vector<Line> lines(2 + below(3));
    for (Line& line : lines) {
        line.edge = edges[below(5)];
        line.grant = {"G" + std::to_string(below(3)),
                      below(4) == 0 ? "bolt" : "acme",
                      amounts[below(6)],
                      static_cast<std::int64_t>(below(2)),
                      {}};
        if (line.edge.empty() && below(3) == 0) {
            line.grant.amount = -line.grant.amount;
        }
    }
    return lines;
}

TEST_F(Join, AllOrdersOf10000LineSetsGiveTheSameSums) {
    const auto ledger = open();
    std::mt19937 random(13);
    for (int set = 0; set < 10'000; ++set) {
        const std::vector<Line> lines = random_lines(random, ledger->about().edge_id());
        std::vector<std::size_t> order(lines.size());
        std::iota(order.begin(), order.end(), 0U);
        const std::string first = sums_in_order(*ledger, lines, order);
        while (std::next_permutation(order.begin(), order.end())) {
            ASSERT_EQ(sums_in_order(*ledger, lines, order), first) << "set " << set;
        }
    }
}

/// Sums may exceed max_millicredits: two edges grant the greatest amount, or an attacker sends many counters. The
/// ledger keeps the exact sum and shows max_millicredits.
TEST_F(Join, SumsBeyondTheGreatestAmountAreTakenAndShownAsIt) {
    const auto ledger = open();
    {
        auto txn = must(ledger->begin(Ledger::Mode::write));
        must(txn.merge_grant({"fra1-unlimited", "acme", max_millicredits, 1, {}}));
        must(txn.merge_grant({"nyc1-unlimited", "acme", max_millicredits, 1, {}}));
        must(txn.merge_grant({"I-1", "bolt", 5000, 1, {}}));
        for (int i = 0; i < 20'000; ++i) {  // more than fits into 64 bits
            must(txn.merge_counter("e" + std::to_string(i) + "/0123456789abcdef", "bolt", max_millicredits));
        }
        must(txn.commit());
    }
    auto txn = must(ledger->begin(Ledger::Mode::write));
    EXPECT_EQ(must(txn.sums("acme"))->granted(), max_millicredits);
    EXPECT_EQ(must(txn.sums("acme"))->limit(), max_millicredits);
    EXPECT_EQ(must(txn.sums("bolt"))->spent_elsewhere(), max_millicredits);
    EXPECT_EQ(must(txn.sums("bolt"))->limit(), 5000 - max_millicredits);
    EXPECT_TRUE(must(txn.sums("bolt"))->exact_spent_elsewhere == ExactSum{20'000} * max_millicredits);
    must(txn.merge_grant({"nyc1-unlimited-less", "acme", -max_millicredits, 1, {}}));
    must(txn.merge_grant({"nyc1-less", "acme", -max_millicredits + 7, 1, {}}));
    EXPECT_EQ(must(txn.sums("acme"))->granted(), 7) << "what was beyond is not lost";
}

TEST_F(Join, ALedgerOfSuchSumsIsServed) {
    {
        const auto ledger = open();
        auto txn = must(ledger->begin(Ledger::Mode::write));
        must(txn.grant({"a", "acme", max_millicredits, 1, {}}));
        EXPECT_FALSE(txn.grant({"b", "acme", 1, 1, {}})) << "one's own is refused, another edge's is taken";
        must(txn.merge_grant({"b", "acme", max_millicredits, 1, {}}));
        must(txn.grant({"c", "acme", -5, 1, {}}));
        must(txn.commit());
    }
    const auto table = accounts();
    const Account* account = table->find("acme");
    ASSERT_NE(account, nullptr);
    EXPECT_EQ(account->granted.load(), max_millicredits);
    EXPECT_EQ(account->limit.load(), max_millicredits);
}

/// Sums that fit into 64 bits take the 24 bytes that earlier versions can read. Only larger sums take 40 bytes.
TEST_F(Join, SumsOf64BitsAreStoredAsBefore) {
    for (const auto& [granted, bytes] : {std::pair<ExactSum, std::size_t>{0, 24},
                                         {-5, 24},
                                         {ExactSum{9'223} * max_millicredits, 24},
                                         {ExactSum{-9'223} * max_millicredits, 24},
                                         {ExactSum{9'224} * max_millicredits, 40},
                                         {ExactSum{-9'224} * max_millicredits, 40}}) {
        TeamSums sums;
        sums.exact_granted = granted;
        sums.exact_spent_elsewhere = -granted;
        sums.revision = 3;
        const std::string encoded = codec::encode(sums);
        EXPECT_EQ(encoded.size(), bytes);
        const auto read = codec::decode_sums(encoded);
        ASSERT_TRUE(read);
        EXPECT_TRUE(read->exact_granted == granted && read->exact_spent_elsewhere == -granted);
        EXPECT_EQ(read->revision, 3U);
        EXPECT_FALSE(codec::decode_sums(encoded.substr(1)));
    }
}

}  // namespace
}  // namespace bizrec::ledger
