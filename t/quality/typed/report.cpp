#include "t/quality/typed/report.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>

#include "t/quality/typed/floors.hpp"

namespace bizrec::quality {
namespace {

struct Count {
    std::size_t asked = 0, right = 0;

    void add(bool is_right, std::size_t weight = 1) {
        asked += weight;
        right += is_right ? weight : 0;
    }
    double share() const { return asked == 0 ? 0 : static_cast<double>(right) / static_cast<double>(asked); }
};

/// The quantile of the values, 0.5 for the median. Sorts `values`.
template <class Value>
Value quantile(std::vector<Value>& values, double share) {
    if (values.empty()) {
        return {};
    }
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

void print_failure(const Asked& asked, const Answered& answer, const Directory& directory) {
    constexpr std::size_t shown = 3;
    std::printf("  %s  (meant: %s)  %s%s\n", asked.query.c_str(), asked.meant.c_str(), answer.reading.c_str(),
                answer.rows.empty() ? "  nothing" : "");
    for (std::size_t i = 0; i < std::min(shown, answer.rows.size()); ++i) {
        const RecordFacts& facts = *directory.at(answer.rows[i]).facts;
        std::string categories;
        for (const std::string& category : facts.categories) {
            categories.append(categories.empty() ? "" : ", ").append(category);
        }
        std::printf("      %zu. %s %s [%s]\n", i + 1, facts.title.c_str(), facts.zip.c_str(), categories.c_str());
    }
}

/// Prints the questions that take longest. `times`: milliseconds of each question.
void print_slowest(const AskedSet& set, const std::vector<double>& times, const std::vector<std::uint64_t>& steps) {
    std::vector<std::size_t> order(times.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t shown = std::min<std::size_t>(3, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(),
                      [&](std::size_t a, std::size_t b) { return times[a] > times[b]; });
    for (std::size_t i = 0; i < shown; ++i) {
        std::printf("    %.2f ms, %llu steps: %s\n", times[order[i]], static_cast<unsigned long long>(steps[order[i]]),
                    set.questions[order[i]].query.c_str());
    }
}

}  // namespace

void print_header() {
    std::printf("%-18s %6s %6s %7s %9s %9s %9s   %-22s %s\n", "set", "asked", "right", "share", "weighted", "answered",
                "empty", "ms p50, p99, worst", "steps p50, p99");
}

bool report(const AskedSet& set, const Directory& directory, Asker& asker, const ReportOptions& options) {
    Count equal, weighted, answered;
    std::map<std::string, Count> kinds;
    std::vector<double> times;
    std::vector<std::uint64_t> steps;
    for (const Asked& asked : set.questions) {
        const Answered answer = asker.ask(asked, options.failures);
        const bool is_right = asked.is_right(answer.rows);
        equal.add(is_right);
        weighted.add(is_right, asked.weight);
        answered.add(!answer.rows.empty());
        kinds[asked.kind].add(is_right);
        times.push_back(answer.milliseconds);
        steps.push_back(answer.steps);
        if (!is_right && options.failures) {
            print_failure(asked, answer, directory);
        }
    }
    const std::vector<double> times_in_order = times;  // quantile() sorts
    const std::vector<std::uint64_t> steps_in_order = steps;
    const double floor = floor_of(set.name);
    const bool good = equal.share() >= floor;
    std::printf("%-18s %6zu %6zu  %.4f    %.4f %9zu %9zu   %5.2f %6.2f %7.2f   %8llu %8llu%s\n", set.name.c_str(),
                equal.asked, equal.right, equal.share(), weighted.share(), answered.right,
                answered.asked - answered.right, quantile(times, 0.5), quantile(times, 0.99), quantile(times, 1),
                static_cast<unsigned long long>(quantile(steps, 0.5)),
                static_cast<unsigned long long>(quantile(steps, 0.99)), good ? "" : "  BELOW its floor");
    if (options.slowest) {
        print_slowest(set, times_in_order, steps_in_order);
    }
    if (options.kinds && kinds.size() > 1) {
        for (const auto& [kind, count] : kinds) {
            std::printf("    %-16s %6zu %6zu  %.4f\n", kind.c_str(), count.asked, count.right, count.share());
        }
    }
    return good;
}

}  // namespace bizrec::quality
