#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

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

}  // namespace
}  // namespace bizrec::builder
