#include "lmdb_builder/credits/access_log.hpp"

#include "lmdb_builder/input/line_reader.hpp"

namespace bizrec::builder {
namespace {

using Next = LineReader::Next;

constexpr std::size_t max_line_bytes = 1U << 20;
constexpr std::size_t kept_problems = 10;

class LogReading {
public:
    LogReading(const LogFields& fields, const std::function<void(const LoggedCharge&)>& visit)
        : parser_(fields), visit_(visit) {}

    Status read(const std::string& path) {
        auto reader = LineReader::open(path, max_line_bytes);
        if (!reader) {
            return reader.error();
        }
        std::string_view text;
        for (Next next = reader.value()->next(text); next != Next::end; next = reader.value()->next(text)) {
            if (next == Next::failed) {
                return reader.value()->error();
            }
            ++summary.lines;
            const std::string problem =
                next == Next::too_long ? "a line of at most 1 MiB was expected" : problem_of(text);
            if (!problem.empty()) {
                note(path, reader.value()->line_number(), problem);
            }
        }
        return ok();
    }

    LogSummary summary;

private:
    std::string problem_of(std::string_view line) {
        if (line.empty()) {
            return {};
        }
        const auto kind = parser_.parse(line, charge_);
        if (kind == LogLineParser::Kind::charge) {
            ++summary.charges;
            visit_(charge_);
        }
        return kind == LogLineParser::Kind::malformed ? parser_.problem() : std::string();
    }

    void note(const std::string& path, std::uint64_t line, const std::string& problem) {
        ++summary.malformed;
        if (summary.problems.size() < kept_problems) {
            summary.problems.push_back(path + ":" + std::to_string(line) + ": " + problem);
        }
    }

    LogLineParser parser_;
    LoggedCharge charge_;
    const std::function<void(const LoggedCharge&)>& visit_;
};

}  // namespace

Result<LogSummary> each_logged_charge(const std::vector<std::string>& paths, const LogFields& fields,
                                      const std::function<void(const LoggedCharge&)>& visit) {
    LogReading reading(fields, visit);
    for (const std::string& path : paths) {
        if (auto status = reading.read(path); !status) {
            return status.error();
        }
    }
    return std::move(reading.summary);
}

}  // namespace bizrec::builder
