#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace bizrec::builder {

/// One stage of a build.
struct StageTime {
    std::string name;
    double seconds = 0;
    double cpu_seconds = 0;               ///< of all threads, user and system
    std::uint64_t peak_memory_bytes = 0;  ///< of the process up to the stage's end
};

/// Peak resident memory of this process so far, in bytes.
std::uint64_t peak_memory() noexcept;

/// Processor time of this process so far: all threads, user and system.
double cpu_seconds() noexcept;

/// Measures a stage, from construction to end().
class StageClock {
public:
    explicit StageClock(const char* name) : name_(name), cpu_(cpu_seconds()) {}

    StageTime end() const {
        return {name_, std::chrono::duration<double>(Clock::now() - start_).count(), cpu_seconds() - cpu_,
                peak_memory()};
    }

private:
    using Clock = std::chrono::steady_clock;

    const char* name_;
    Clock::time_point start_ = Clock::now();
    double cpu_;
};

}  // namespace bizrec::builder
