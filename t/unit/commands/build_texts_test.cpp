#include <gtest/gtest.h>

#include <string>

#include "lmdb_builder/commands/build_summary_text.hpp"
#include "lmdb_builder/commands/input_options.hpp"

namespace bizrec::builder {
namespace {

TEST(BuildSummaryText, JsonHoldsEveryCount) {
    BuildSummary summary;
    summary.read = 5;
    summary.kept = 3;
    summary.replaced = 1;
    summary.rejected["missing_id"] = 1;
    summary.unusable_websites["no \"site\""] = 2;
    summary.generation = "abc";
    summary.chains = 4;
    summary.threads = 2;
    summary.stages = {{"reading", 1.5, 2.75, 7}, {"merging", 0, 0, 8}};
    EXPECT_EQ(
        summary_json(summary),
        "{\"read\":5,\"kept\":3,\"replaced\":1,\"rejected\":{\"missing_id\":1},"
        "\"unusable_websites\":{\"no \\\"site\\\"\":2},"
        "\"records_with\":{\"name\":0,\"website\":0,\"profile\":0,\"map_place\":0,\"country\":0,\"state\":0,"
        "\"city\":0,\"postal_code\":0,\"coordinates\":0},\"identity_keys\":0,\"shared_domains\":0,\"chains\":4,"
        "\"countries\":0,\"states\":0,\"cities\":0,\"postal_codes\":0,\"inferred_countries\":0,\"inferred_cities\":0,"
        "\"terms\":0,\"vocabulary_words\":0,"
        "\"index_bytes\":0,\"generation\":\"abc\",\"data_date\":null,\"threads\":2,"
        "\"stages\":[{\"name\":\"reading\",\"seconds\":1.500,\"cpu_seconds\":2.750,\"peak_memory_bytes\":7},"
        "{\"name\":\"merging\",\"seconds\":0.000,\"cpu_seconds\":0.000,\"peak_memory_bytes\":8}],"
        "\"seconds\":0.000,\"peak_memory_bytes\":0}\n");
    EXPECT_NE(summary_text(summary).find("  1.5 s  reading, 2.8 s of processors\n"), std::string::npos);
    EXPECT_NE(summary_text(summary).find("rejected            1\n  1  missing_id\n"), std::string::npos)
        << summary_text(summary);
}

TEST(RejectLimitText, NumbersAndShares) {
    RejectLimit limit;
    ASSERT_TRUE(read_reject_limit("20", limit));
    EXPECT_EQ(limit.records, 20U);
    EXPECT_EQ(limit.percent, 100);
    limit = {};
    ASSERT_TRUE(read_reject_limit("0.5%", limit));
    EXPECT_EQ(limit.percent, 0.5);
    EXPECT_EQ(limit.records, RejectLimit{}.records);
    for (const char* text : {"", "%", "-1", "1.5", "101%", "-1%", "1 %", "x", "1e1%", "nan%", "99999999999999999999"}) {
        EXPECT_FALSE(read_reject_limit(text, limit)) << text;
    }
    EXPECT_EQ(limit.percent, 0.5) << "as it was";
}

}  // namespace
}  // namespace bizrec::builder
