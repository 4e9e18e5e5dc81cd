#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "lmdb_builder/commands/build_summary_text.hpp"
#include "lmdb_builder/commands/reject_limit_text.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

std::string shown(ProgressDisplay::Mode mode) {
    char* text = nullptr;
    std::size_t size = 0;
    std::FILE* stream = open_memstream(&text, &size);
    {
        ProgressDisplay display(stream, mode);
        display.report("reading", 0, 100);
        display.report("reading", 100, 100);
        display.report("writing", 7, 0);
    }
    std::fclose(stream);
    std::string out(text, size);
    std::free(text);
    return out;
}

TEST(ProgressDisplay, OneLineAStageWithoutATerminal) {
    EXPECT_EQ(shown(ProgressDisplay::Mode::lines), "reading: 0.0 s\nwriting: 0.0 s\n");
}

TEST(ProgressDisplay, NothingWhenQuiet) {
    EXPECT_EQ(shown(ProgressDisplay::Mode::quiet), "");
}

TEST(ProgressDisplay, TheLastFrameOfEachStageStays) {
    const std::string out = shown(ProgressDisplay::Mode::bar);
    EXPECT_NE(out.find("reading   [##############################] 100 %  0 s\n"), std::string::npos) << out;
    EXPECT_NE(out.find("writing   7  0 s\n"), std::string::npos) << out;
}

TEST(ProgressDisplay, Frames) {
    EXPECT_EQ(ProgressDisplay::frame("placing", 1, 2, 0.4), "placing   [###############...............]  50 %  0 s");
    EXPECT_EQ(ProgressDisplay::frame("placing", 9, 2, 0), "placing   [##############################] 100 %  0 s");
}

TEST(ProgressDisplay, FramesTellSpeedAndTimeLeft) {
    const std::string half = "reading   [###############...............]  50 %  ";
    EXPECT_EQ(ProgressDisplay::frame("reading", 500, 1000, 12.4, 100000), half + "12 s, 8,064 records/s, 12 s left");
    EXPECT_EQ(ProgressDisplay::frame("reading", 500, 1000, 0.9, 100000), half + "1 s") << "too early to tell";
    EXPECT_EQ(ProgressDisplay::frame("sealing", 500, 1000, 300),
              "sealing   [###############...............]  50 %  5 min, 5 min left");
    EXPECT_EQ(ProgressDisplay::frame("reading", 10, 0, 10, 5000), "reading   10  10 s, 500 records/s")
        << "a pipe has no end";
    EXPECT_EQ(ProgressDisplay::frame("reading", 1, 1000000, 10, 1).substr(50), "10 s, 0 records/s, 2777 h 47 min left");
}

TEST(NumberText, ForPeople) {
    EXPECT_EQ(with_separators(0), "0");
    EXPECT_EQ(with_separators(999), "999");
    EXPECT_EQ(with_separators(1000), "1,000");
    EXPECT_EQ(with_separators(1234567), "1,234,567");
    EXPECT_EQ(size_text(1023), "1023 bytes");
    EXPECT_EQ(size_text(1536), "1.5 KiB");
    EXPECT_EQ(size_text(3ULL << 40), "3.0 TiB");
    EXPECT_EQ(json_string("a\"b\\c\n"), "\"a\\\"b\\\\c\\u000a\"");
    EXPECT_EQ(json_string("Z\xC3\xBCrich"), "\"Z\xC3\xBCrich\"");
    EXPECT_EQ(json_string("a\xFFz\xC3"), "\"a\xEF\xBF\xBDz\xEF\xBF\xBD\"") << "a path may have any bytes";
}

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
    EXPECT_EQ(summary_json(summary),
              "{\"read\":5,\"kept\":3,\"replaced\":1,\"rejected\":{\"missing_id\":1},"
              "\"unusable_websites\":{\"no \\\"site\\\"\":2},"
              "\"records_with\":{\"name\":0,\"website\":0,\"profile\":0,\"map_place\":0,\"country\":0,\"state\":0,"
              "\"city\":0,\"postal_code\":0,\"coordinates\":0},\"identity_keys\":0,\"shared_domains\":0,\"chains\":4,"
              "\"countries\":0,\"states\":0,\"cities\":0,\"postal_codes\":0,\"terms\":0,\"vocabulary_words\":0,"
              "\"index_bytes\":0,\"generation\":\"abc\",\"threads\":2,"
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
