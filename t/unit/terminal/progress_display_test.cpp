#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

using namespace std::chrono_literals;

using Mode = ProgressDisplay::Mode;

/// A display on a stream in memory, with a clock that only moves when a test moves it.
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

/// The bytes that a terminal with this number of columns gets, read from its other end.
std::string shown_on_terminal(unsigned columns) {
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    EXPECT_TRUE(terminal >= 0 && ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0);
    winsize window{};
    window.ws_row = 24;
    window.ws_col = static_cast<unsigned short>(columns);
    EXPECT_EQ(::ioctl(terminal, TIOCSWINSZ, &window), 0);
    std::FILE* const stream = std::fopen(::ptsname(terminal), "r+e");
    {
        ProgressDisplay::Clock::time_point now{};
        ProgressDisplay bar(stream, Mode::bar, [&now] { return now; });
        for (std::uint64_t done = 0; done <= 100; done += 50) {
            bar.report("reading", done * 1'000'000, 100'000'000, done * 1'000'000);
            now += 90s;
        }
    }
    // The kernel delivers the written bytes piece by piece. read() reports the end only after the writing side is
    // closed.
    std::fclose(stream);
    std::string shown;
    char text[4096];
    for (ssize_t size = ::read(terminal, text, sizeof text); size > 0; size = ::read(terminal, text, sizeof text)) {
        shown.append(text, static_cast<std::size_t>(size));
    }
    ::close(terminal);
    return shown;
}

/// A line that wraps would not be cleared completely.
TEST(ProgressDisplay, LinesOfABarFitTheTerminal) {
    const std::string clear = "\x1B[K";
    for (const unsigned columns : {2U, 20U, 40U, 59U, 60U, 61U, 80U, 200U}) {
        std::string shown = shown_on_terminal(columns);
        std::size_t longest = 0;
        for (std::size_t at = shown.find(clear); at != std::string::npos; at = shown.find(clear, at)) {
            at += clear.size();
            longest = std::max(longest, shown.find('\r', at) - at);
        }
        EXPECT_LT(longest, columns);
        EXPECT_GE(longest, std::min<std::size_t>(columns - 1U, 50)) << "no more is cut than must be";
    }
    EXPECT_NE(shown_on_terminal(0).find("records/s"), std::string::npos) << "a terminal that does not tell";
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
