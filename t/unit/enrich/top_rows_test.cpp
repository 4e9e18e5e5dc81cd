#include "bizrec/enrich/top_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "t/unit/support/random.hpp"

namespace bizrec::search {
namespace {

std::vector<EnrichRow> best_by_sorting(const std::map<std::uint32_t, EnrichRow>& documents, std::size_t limit) {
    std::vector<EnrichRow> rows;
    for (const auto& [docid, row] : documents) {
        rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end(), [](const EnrichRow& a, const EnrichRow& b) { return comes_before(a, b); });
    rows.resize(std::min(rows.size(), limit));
    return rows;
}

void expect_same(const std::vector<EnrichRow>& found, const std::vector<EnrichRow>& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].docid, expected[i].docid) << "row " << i;
        EXPECT_EQ(found[i].score, expected[i].score) << "row " << i;
    }
}

TEST(TopRows, KeepsTheBestOfManyWithTiesAndRepeats) {
    testing::Random random(7);
    TopRows top;
    for (int round = 0; round < 300; ++round) {
        const std::size_t limit = 1 + random() % 50;
        const std::uint32_t documents = 1 + random() % 3000;
        const std::uint32_t scores = 1 + random() % 40;
        std::map<std::uint32_t, EnrichRow> expected;
        top.reset(limit);
        for (std::uint32_t i = random() % 4000; i > 0; --i) {
            const EnrichRow row{random() % documents, 1 + random() % scores, true, false};
            EnrichRow& best = expected.try_emplace(row.docid, row).first->second;
            best.score = std::max(best.score, row.score);
            top.offer(row);
            if (random() % 500 == 0) {
                top.drop_worse();
            }
        }
        std::vector<EnrichRow> found;
        top.finish(found);
        SCOPED_TRACE("round " + std::to_string(round));
        expect_same(found, best_by_sorting(expected, limit));
    }
}

TEST(TopRows, JoinsTheInputsOfOneDocument) {
    TopRows top;
    top.reset(5);
    top.offer({3, 10, true, false});
    top.offer({3, 20, false, true});
    std::vector<EnrichRow> rows;
    top.finish(rows);
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].score, 20U);
    EXPECT_TRUE(rows[0].by_website);
    EXPECT_TRUE(rows[0].by_profile);
}

TEST(TopRows, AdmitsNothingBelowTheWorstOfAFullSet) {
    TopRows top;
    top.reset(2);
    top.offer({1, 10, true, false});
    top.drop_worse();
    EXPECT_TRUE(top.admits(1)) << "one row of two";
    top.offer({2, 20, true, false});
    top.drop_worse();
    EXPECT_FALSE(top.admits(9));
    EXPECT_TRUE(top.admits(10)) << "an equal score may come first by its docid";
}

TEST(TopRows, ResetForgets) {
    TopRows top;
    std::vector<EnrichRow> rows;
    top.reset(1);
    top.offer({1, 100, true, false});
    top.drop_worse();
    top.reset(1);
    top.offer({2, 1, true, false});
    top.finish(rows);
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].docid, 2U);
}

}  // namespace
}  // namespace bizrec::search
