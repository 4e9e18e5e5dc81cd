#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

namespace bizrec::bench {

/// Times of one pass, in microseconds.
class Times {
public:
    template <class Work>
    void time(Work&& work) {
        const auto begin = Clock::now();
        work();
        us_.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
    }

    /// The time that `share` of the times do not exceed. Sorts. At least one time must have been taken.
    double percentile(double share) {
        std::sort(us_.begin(), us_.end());
        return us_[static_cast<std::size_t>(share * static_cast<double>(us_.size() - 1))];
    }

private:
    using Clock = std::chrono::steady_clock;
    std::vector<double> us_;
};

struct Percentiles {
    double p50 = 0, p99 = 0;
};

/// Runs a warm-up pass and three measured passes. `pass(times)` calls times.time() for each step that is to be
/// measured. Returns the medians of the three.
template <class Pass>
Percentiles median_of_three(Pass&& pass) {
    constexpr std::size_t passes = 3;
    std::vector<double> p50;
    std::vector<double> p99;
    for (std::size_t i = 0; i <= passes; ++i) {
        Times times;
        pass(times);
        if (i > 0) {
            p50.push_back(times.percentile(0.50));
            p99.push_back(times.percentile(0.99));
        }
    }
    std::sort(p50.begin(), p50.end());
    std::sort(p99.begin(), p99.end());
    return {p50[passes / 2], p99[passes / 2]};
}

}  // namespace bizrec::bench
