#include "lmdb_builder/terminal/progress_display.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t bar_cells = 30;
constexpr std::size_t stage_column = 10;
constexpr auto redraw_interval = std::chrono::milliseconds(100);
constexpr const char* clear_line = "\r\x1B[K";

/// A duration such as "45 s", "12 min" or "3 h 20 min".
std::string duration(double seconds) {
    constexpr double greatest = 1e9;
    const auto whole = static_cast<std::uint64_t>(std::llround(std::min(seconds, greatest)));
    if (whole < 120) {
        return std::to_string(whole) + " s";
    }
    const std::uint64_t minutes = (whole + 30) / 60;
    return minutes < 120 ? std::to_string(minutes) + " min"
                         : std::to_string(minutes / 60) + " h " + std::to_string(minutes % 60) + " min";
}

/// The line, cut to less than the terminal's width, because a wrapped line would not be cleared completely.
std::string fitted(std::FILE* stream, std::string line) {
    winsize window{};
    const bool is_known = ::ioctl(::fileno(stream), TIOCGWINSZ, &window) == 0 && window.ws_col > 1;
    if (is_known && line.size() >= window.ws_col) {
        line.resize(window.ws_col - 1U);
    }
    return line;
}

}  // namespace

ProgressDisplay::Mode ProgressDisplay::mode_for(std::FILE* stream, bool quiet) {
    if (quiet) {
        return Mode::quiet;
    }
    return ::isatty(::fileno(stream)) == 1 ? Mode::bar : Mode::lines;
}

ProgressDisplay::ProgressDisplay(std::FILE* stream, Mode mode, std::function<Clock::time_point()> now)
    : stream_(stream), mode_(mode), now_(std::move(now)) {}

ProgressDisplay::~ProgressDisplay() {
    end_stage();
}

double ProgressDisplay::seconds() const {
    return std::chrono::duration<double>(now_() - started_).count();
}

std::string ProgressDisplay::frame(const std::string& stage, std::uint64_t done, std::uint64_t total, double seconds,
                                   std::uint64_t records) {
    std::string text = stage;
    text.resize(std::max(stage_column, stage.size() + 1), ' ');
    if (total > 0) {
        const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
        const auto cells = static_cast<std::size_t>(share * static_cast<double>(bar_cells));
        char percent[16];
        std::snprintf(percent, sizeof percent, "%4d %%", static_cast<int>(share * 100));
        text += '[' + std::string(cells, '#') + std::string(bar_cells - cells, '.') + ']' + percent;
    } else {
        text += std::to_string(done);
    }
    text += "  " + duration(seconds);
    if (seconds < 1) {
        return text;
    }
    if (records > 0) {
        text +=
            ", " + with_separators(static_cast<std::uint64_t>(static_cast<double>(records) / seconds)) + " records/s";
    }
    if (done > 0 && done < total) {
        text += ", " + duration(seconds * static_cast<double>(total - done) / static_cast<double>(done)) + " left";
    }
    return text;
}

void ProgressDisplay::report(const std::string& stage, std::uint64_t done, std::uint64_t total, std::uint64_t records) {
    if (mode_ == Mode::quiet) {
        return;
    }
    if (stage != stage_) {
        end_stage();
        stage_ = stage;
        started_ = now_();
        drawn_.reset();
    }
    done_ = done;
    total_ = total;
    records_ = records;
    if (mode_ == Mode::bar && (!drawn_ || now_() - *drawn_ >= redraw_interval)) {
        drawn_ = now_();
        std::fprintf(stream_, "%s%s", clear_line,
                     fitted(stream_, frame(stage_, done_, total_, seconds(), records_)).c_str());
        std::fflush(stream_);
    }
}

void ProgressDisplay::end_stage() {
    if (stage_.empty()) {
        return;
    }
    if (mode_ == Mode::bar) {
        std::fprintf(stream_, "%s%s\n", clear_line,
                     fitted(stream_, frame(stage_, done_, total_, seconds(), records_)).c_str());
    } else {
        std::fprintf(stream_, "%s: %.1f s\n", stage_.c_str(), seconds());
    }
    std::fflush(stream_);
    stage_.clear();
}

}  // namespace bizrec::builder
