#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>

namespace bizrec::builder {

/// Shows the progress of a long command. Mode::bar is a line of a terminal that is drawn again and again, Mode::lines
/// one line at the end of each stage, Mode::quiet nothing.
class ProgressDisplay {
public:
    enum class Mode { bar, lines, quiet };
    using Clock = std::chrono::steady_clock;

    /// Mode::quiet if `quiet`; otherwise Mode::bar if `stream` is a terminal, and Mode::lines if it is not.
    static Mode mode_for(std::FILE* stream, bool quiet);

    /// `now` is the clock for all times that are shown. Tests give their own.
    ProgressDisplay(std::FILE* stream, Mode mode, std::function<Clock::time_point()> now = &Clock::now);
    ~ProgressDisplay();  ///< ends the last stage

    /// Call it as the work goes on. `done` of `total` units of work are done; total 0 = unknown. `records`: the number
    /// of records so far; 0 if the stage counts something else. A new `stage` ends the previous one.
    void report(const std::string& stage, std::uint64_t done, std::uint64_t total, std::uint64_t records = 0);

    /// Calls report(), so that std::ref(display) is a StageReport and a BuildProgress.
    void operator()(const char* stage, std::uint64_t done, std::uint64_t total, std::uint64_t records = 0) {
        report(stage, done, total, records);
    }

    /// Ends the current stage's line. Other output may follow afterwards.
    void end_stage();

    /// The text of the bar: "reading   [#########...........]  45 %  12 s, 81,250 records/s, 15 s left". `seconds`:
    /// since the stage began. Speed and remaining time follow from the average so far, and are left out in the first
    /// second.
    static std::string frame(const std::string& stage, std::uint64_t done, std::uint64_t total, double seconds,
                             std::uint64_t records = 0);

private:
    double seconds() const;

    std::FILE* stream_;
    Mode mode_;
    std::function<Clock::time_point()> now_;
    std::string stage_;
    std::uint64_t done_ = 0, total_ = 0, records_ = 0;
    Clock::time_point started_{};
    std::optional<Clock::time_point> drawn_;  ///< when the bar was last drawn in this stage
};

}  // namespace bizrec::builder
