#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>

namespace bizrec::builder {

/// Shows the progress of a long command on standard error: a bar that redraws itself on a terminal, one line per stage
/// elsewhere, nothing in quiet mode.
class ProgressDisplay {
public:
    enum class Mode { bar, lines, quiet };
    using Clock = std::chrono::steady_clock;

    /// A bar if `stream` is a terminal.
    static Mode mode_for(std::FILE* stream, bool quiet);

    /// `now` gives all times that are shown, so that a test can set them.
    ProgressDisplay(std::FILE* stream, Mode mode, std::function<Clock::time_point()> now = &Clock::now);
    ~ProgressDisplay();  ///< ends the last stage

    /// `done` of `total`; total 0 = unknown. `records`: 0 if the stage counts something else. A new `stage` begins a
    /// new line.
    void report(const std::string& stage, std::uint64_t done, std::uint64_t total, std::uint64_t records = 0);

    /// Ends the current stage's line. Other output may follow afterwards.
    void end_stage();

    /// One frame of the bar, without line control: "reading   [#########...........]  45 %  12 s, 81,250 records/s, 15
    /// s left". Speed and remaining time are computed from the stage so far, and shown from its first second on.
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
