#pragma once

#include <cstdint>
#include <functional>

namespace bizrec::builder {

/// A stage's name and its progress: `done` of `total` (0 = unknown), and `records` (0 if the stage counts something
/// else).
using BuildProgress =
    std::function<void(const char* stage, std::uint64_t done, std::uint64_t total, std::uint64_t records)>;

/// Reports a stage's progress. step() reports only every 1,024th call; all other functions report at once.
class StageProgress {
public:
    /// Reports the beginning immediately. `total`: 0 if it is unknown.
    StageProgress(const BuildProgress& report, const char* stage, std::uint64_t total)
        : report_(&report), stage_(stage), total_(total) {
        tell(0, 0);
    }

    void step(std::uint64_t done) {
        if (++steps_ % steps_a_report == 0) {
            tell(done, done);
        }
    }
    /// Reports immediately: for stages that work in batches.
    void report(std::uint64_t done) { tell(done, done); }
    void end(std::uint64_t done) { tell(done, done); }
    /// For stages that count something other than records.
    void report(std::uint64_t done, std::uint64_t records) { tell(done, records); }
    void end(std::uint64_t done, std::uint64_t records) { tell(done, records); }

private:
    static constexpr std::uint64_t steps_a_report = 1024;

    void tell(std::uint64_t done, std::uint64_t records) const {
        if (*report_) {
            (*report_)(stage_, done, total_, records);
        }
    }

    const BuildProgress* report_;
    const char* stage_;
    std::uint64_t total_;
    std::uint64_t steps_ = 0;
};

}  // namespace bizrec::builder
