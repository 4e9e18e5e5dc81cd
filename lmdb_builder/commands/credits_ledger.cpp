#include "lmdb_builder/commands/credits_ledger.hpp"

#include <unistd.h>

#include <climits>
#include <ctime>

#include "bizrec/ledger/accounts.hpp"
#include "lmdb_builder/accounting/amount_text.hpp"
#include "lmdb_builder/command_line/option_values.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/damage_report.hpp"

namespace bizrec::builder {

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
