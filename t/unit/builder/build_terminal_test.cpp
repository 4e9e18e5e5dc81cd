#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "lmdb_builder/commands/build_summary_text.hpp"
#include "lmdb_builder/commands/reject_limit_text.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

using namespace std::chrono_literals;

using Mode = ProgressDisplay::Mode;

/// A display on a stream in memory, with a clock that stands still until a test moves it.
class ProgressDisplayTest : public ::testing::Test {
protected:
    ~ProgressDisplayTest() override {
        std::fclose(stream_);
        std::free(text_);
    }

    ProgressDisplay display(Mode mode) {
        return ProgressDisplay(stream_, mode, [this] { return now_; });
    }

    void wait(std::chrono::milliseconds time) { now_ += time; }

    std::string shown() {
        std::fflush(stream_);
        return std::string(text_, size_);
    }

private:
    char* text_ = nullptr;
    std::size_t size_ = 0;
    std::FILE* stream_ = open_memstream(&text_, &size_);
    ProgressDisplay::Clock::time_point now_{};
};

TEST_F(ProgressDisplayTest, OneLineAStageWithoutATerminal) {
    {
        ProgressDisplay lines = display(Mode::lines);
        lines.report("reading", 0, 100);
        wait(1250ms);
        lines.report("reading", 100, 100);
        wait(100ms);
        lines.report("writing", 7, 0);
        wait(20s);
    }
    EXPECT_EQ(shown(), "reading: 1.4 s\nwriting: 20.0 s\n");
}

TEST_F(ProgressDisplayTest, NothingWhenQuiet) {
    {
        ProgressDisplay quiet = display(Mode::quiet);
        quiet.report("reading", 0, 100);
    }
    EXPECT_EQ(shown(), "");
}

TEST_F(ProgressDisplayTest, TheLastFrameOfEachStageStays) {
    {
        ProgressDisplay bar = display(Mode::bar);
        bar.report("reading", 0, 100);
        bar.report("reading", 100, 100);
        bar.report("writing", 7, 0);
    }
    EXPECT_EQ(shown(),
              "\r\x1B[Kreading   [..............................]   0 %  0 s"
              "\r\x1B[Kreading   [##############################] 100 %  0 s\n"
              "\r\x1B[Kwriting   7  0 s"
              "\r\x1B[Kwriting   7  0 s\n");
}

TEST_F(ProgressDisplayTest, ABarIsDrawnAtMostTenTimesASecond) {
    ProgressDisplay bar = display(Mode::bar);
    bar.report("reading", 1, 100);
    const std::string first = shown();
    wait(99ms);
    bar.report("reading", 2, 100);
    EXPECT_EQ(shown(), first);
    wait(1ms);
    bar.report("reading", 50, 100);
    EXPECT_EQ(shown(), first + "\r\x1B[Kreading   [###############...............]  50 %  0 s");
    bar.end_stage();
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
    EXPECT_EQ(json_string("a\"b\\c\n"), "\"a\\\"b\\\\c\\n\"");
    EXPECT_EQ(json_string("\x1B[2J\x7F\xC2\x9B\xE2\x80\xAE"), "\"\\u001b[2J\\u007f\\u009b\\u202e\"")
        << "no terminal obeys";
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
    EXPECT_EQ(
        summary_json(summary),
        "{\"read\":5,\"kept\":3,\"replaced\":1,\"rejected\":{\"missing_id\":1},"
        "\"unusable_websites\":{\"no \\\"site\\\"\":2},"
        "\"records_with\":{\"name\":0,\"website\":0,\"profile\":0,\"map_place\":0,\"country\":0,\"state\":0,"
        "\"city\":0,\"postal_code\":0,\"coordinates\":0},\"identity_keys\":0,\"shared_domains\":0,\"chains\":4,"
        "\"countries\":0,\"states\":0,\"cities\":0,\"postal_codes\":0,\"inferred_countries\":0,\"inferred_cities\":0,"
        "\"terms\":0,\"vocabulary_words\":0,"
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
