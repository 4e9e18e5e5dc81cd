#include "lmdb_builder/credits/credits_ledger.hpp"

#include <unistd.h>

#include <climits>
#include <csignal>
#include <cstdint>
#include <ctime>

#include "bizrec/ledger/accounts.hpp"
#include "bizrec/text/visible.hpp"
#include "lmdb_builder/command_line/option_values.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

std::string damage_report;  // made in advance, because a signal handler must not allocate

extern "C" void say_damaged(int) {
    const ssize_t ignored = ::write(STDERR_FILENO, damage_report.data(), damage_report.size());
    static_cast<void>(ignored);
    ::_exit(exit_code::failed);
}

/// Sets signal handlers for the case that the ledger is damaged. LMDB trusts its file, so damaged bytes can end the
/// process with a bus error or an assertion. After this call, such an end gives exit status 1 and a message that names
/// this ledger and the way to repair it. Only for a process that runs one command.
void report_damage_of(const std::string& path) {
    damage_report =
        "lmdb_builder: " + text::visible(path) +
        ": is damaged; make a new ledger of the last export and the access log with lmdb_builder credits repair\n";
    for (const int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE}) {
        ::signal(signal, say_damaged);
    }
}

}  // namespace

std::string amount_text(ledger::Millicredits amount) {
    const std::string plain = ledger::credits_text(amount < 0 ? -amount : amount);
    const std::size_t point = plain.find('.');
    const std::string whole = with_separators(std::stoull(plain.substr(0, point)));
    return (amount < 0 ? "-" : "") + whole + (point == plain.npos ? "" : plain.substr(point));
}

Option ledger_argument(std::string& path, const char* help) {
    return text_option("ledger", "LEDGER", path, help).required();
}

Option edge_option(std::string& edge, const char* help) {
    return text_option("--edge", "NAME", edge, help).checked([](const std::string& name) {
        const std::string problem = ledger::problem_of_edge(name);
        return problem.empty() ? problem
                               : expected_got("1 to " + std::to_string(ledger::max_edge_bytes) +
                                                  " of the characters A-Z a-z 0-9 . _ -",
                                              name);
    });
}

Result<std::uint32_t> read_minute(const std::string& text) {
    if (const auto minute = parse_minute(text)) {
        return *minute;
    }
    return Error{expected_got("a date or a time (UTC), as in 2026-11-22 or 2026-11-22T12:05", text)};
}

Option interval_option(Interval& target, Interval longest, const char* help) {
    return parsed_option("--by", "INTERVAL", target, help, [longest](const std::string& name) -> Result<Interval> {
        const auto interval = interval_of(name);
        if (interval && *interval <= longest) {
            return *interval;
        }
        return Error{
            expected_got(longest == Interval::month ? "minute, hour, day or month" : "minute, hour or day", name)};
    });
}

Options field_options(LogFields& fields) {
    const auto field = [](const char* name, std::string& target, const char* help) {
        return text_option(name, "FIELD", target, help).shows(target);
    };
    return {field("--team-field", fields.team, "The log's field of the team"),
            field("--rows-field", fields.rows, "The log's field of the rows that were charged"),
            field("--credits-field", fields.credits, "The log's field of the credits"),
            field("--time-field", fields.charged_at,
                  "The log's field of the time of the charge, Unix seconds with decimals"),
            field("--id-field", fields.request_id, "The log's field of the request's id")};
}

void warn_of_lines(const LogSummary& lines) {
    for (const std::string& problem : lines.problems) {
        warn(problem);
    }
    if (lines.malformed > lines.problems.size()) {
        warn("and " + counted(lines.malformed - lines.problems.size(), "line", "lines") + " more that cannot be read");
    }
}

std::unique_ptr<ledger::Ledger> open_ledger(const std::string& path, ledger::Ledger::Mode mode) {
    // Without this check, sums that miss the entries of a damaged page would be printed as correct. Usage is not
    // checked here, because there may be much of it.
    if (const auto status = ledger::check_sums(path); !status) {
        fail(status.error().message);
        return nullptr;
    }
    report_damage_of(path);
    auto opened = ledger::Ledger::open(path, mode);
    if (!opened) {
        fail(opened.error().message);
        return nullptr;
    }
    return std::move(opened).value();
}

Result<std::string> edge_of_host() {
    char name[HOST_NAME_MAX + 1] = {};
    if (::gethostname(name, sizeof name - 1) != 0) {
        return Error{"this host has no name that an edge could have; give one with --edge"};
    }
    if (!ledger::problem_of_edge(name).empty()) {
        return Error{std::string("the host's name \"") + name + "\" cannot name an edge; give one with --edge"};
    }
    return std::string(name);
}

std::int64_t unix_now() {
    return static_cast<std::int64_t>(std::time(nullptr));
}

std::string TeamBalance::text() const {
    return "granted " + amount_text(granted) + ", spent here " + amount_text(here) + ", spent elsewhere " +
           amount_text(elsewhere) + ", remaining " + amount_text(remaining());
}

Result<TeamBalance> balance_of(const ledger::Ledger& ledger, const ledger::Ledger::Transaction& txn,
                               std::string_view team, const ledger::TeamSums& sums) {
    const auto here = txn.counter(ledger.about().edge_id(), team);
    if (!here) {
        return here.error();
    }
    return TeamBalance{std::string(team), sums.granted(), here.value(), sums.spent_elsewhere()};
}

}  // namespace bizrec::builder
