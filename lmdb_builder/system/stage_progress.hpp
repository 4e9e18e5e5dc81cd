#pragma once

#include <cstdint>
#include <functional>

namespace bizrec::builder {

/// A step's name and how far it is: `done` of `total` (0 = unknown), and `records` of it (0 where it counts others).
using BuildProgress =
    std::function<void(const char* stage, std::uint64_t done, std::uint64_t total, std::uint64_t records)>;

/// Reports a stage's progress now and then: asking costs a counter, not a call.
class StageProgress {
public:
    /// `total` 0: unknown. Reports the beginning at once.
    StageProgress(const BuildProgress& report, const char* stage, std::uint64_t total)
        : report_(&report), stage_(stage), total_(total) {
        tell(0, 0);
    }

    void step(std::uint64_t done) {
        if (++steps_ % steps_a_report == 0) {
            tell(done, done);
        }
    }
    /// At once: for steps that are batches.
    void report(std::uint64_t done) { tell(done, done); }
    void end(std::uint64_t done) { tell(done, done); }
    /// Of stages that count something else than records.
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
