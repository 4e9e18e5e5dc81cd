#include <algorithm>
#include <map>
#include <set>

#include "t/unit/record/generator_support.hpp"
#include "t/unit/record/record_support.hpp"

namespace bizrec::builder {
namespace {

constexpr double records = 20000;

class GeneratedCorpus : public testing::Test {
protected:
    void SetUp() override {
        if (!generator_.is_built()) {
            GTEST_SKIP() << "generate_corpus is not built";
        }
    }
    const Generator generator_{"generate_corpus"};
};

TEST_F(GeneratedCorpus, ASmallerOneIsTheBeginningOfALargerOne) {
    const auto large = generator_.lines("--records 2000");
    const auto small = generator_.lines("--records 500 --seed 1");
    ASSERT_EQ(large.size(), 2000U);
    ASSERT_EQ(small.size(), 500U);
    EXPECT_TRUE(std::equal(small.begin(), small.end(), large.begin()));
    EXPECT_NE(generator_.lines("--records 500 --seed 2"), small);
}

TEST_F(GeneratedCorpus, HasTheShapeThatSearchIsMeasuredOn) {
    std::set<format::Uuid> ids;
    std::map<format::Uuid, std::uint32_t> chains;
    double bytes = 0;
    double american = 0;
    double restaurants = 0;
    double described = 0;
    for (const auto& line : generator_.lines("--records 20000")) {
        const Parsed parsed = parse_line(line);
        ASSERT_TRUE(parsed.kept) << line << parsed.reason.field << parsed.reason.detail;
        const Record& record = parsed.record;
        ASSERT_TRUE(ids.insert(record.id).second) << line;
        ASSERT_TRUE(record.position.exists() && !record.city.empty() && !record.labels.empty()) << line;
        bytes += static_cast<double>(line.size());
        american += record.country == "US" ? 1 : 0;
        restaurants += record.name.find("Restaurant") != std::string::npos ? 1 : 0;
        described += record.texts.empty() ? 0 : 1;
        if (record.has_brand) {
            ++chains[record.brand];
        }
    }
    EXPECT_EQ(ids.size(), records);
    EXPECT_NEAR(bytes / records, 700, 35);
    EXPECT_NEAR(american / records, 0.85, 0.01);
    EXPECT_NEAR(restaurants / records, 0.05, 0.01);
    EXPECT_NEAR(described / records, 0.51, 0.02);
    const auto largest = std::max_element(chains.begin(), chains.end(),
                                          [](const auto& a, const auto& b) { return a.second < b.second; });
    EXPECT_NEAR(largest->second / records, 0.0018, 0.0009);
    EXPECT_GT(chains.size(), 3000U);
}

TEST_F(GeneratedCorpus, SaysWhyItFailed) {
    EXPECT_EQ(generator_.run("--data /nowhere -o -"), 1);
    EXPECT_EQ(generator_.run("--data '" BIZREC_TEST_DATA "/sample' -o /nowhere/corpus.jsonl --records 1"), 1);
    EXPECT_EQ(generator_.run("--data '" BIZREC_TEST_DATA "/sample' --records 0 -o -"), 2);
    EXPECT_EQ(generator_.run("-o -"), 2);
}

}  // namespace
}  // namespace bizrec::builder
