#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bizrec/ledger/ledger.hpp"
#include "bizrec/ledger/millicredits.hpp"
#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/credits/access_log.hpp"
#include "lmdb_builder/credits/minutes.hpp"

/// Options and helpers of all subcommands of `credits`.
namespace bizrec::builder {

/// An amount of credits for people: "-1,234,567.5".
std::string amount_text(ledger::Millicredits amount);

Option ledger_argument(std::string& path, const char* help = "Ledger file");
Option edge_option(std::string& edge, const char* help);

/// Parses a date or a time in UTC. Returns minutes since 1970.
Result<std::uint32_t> read_minute(const std::string& text);

/// An option whose value is a time. `Minute`: std::uint32_t, or an optional one, which stays empty if the option is
/// missing.
template <class Minute>
Option minute_option(const char* name, Minute& target, const char* help) {
    return parsed_option(name, "TIME", target, help, read_minute);
}

/// An option with an interval, at most `longest`.
Option interval_option(Interval& target, Interval longest, const char* help);

/// --team-field and the other options that name fields of the access log.
Options field_options(LogFields& fields);

/// Warns about the malformed lines of LogSummary::problems, and says how many more there are.
void warn_of_lines(const LogSummary& lines);

/// Opens a ledger. If it cannot be opened, writes the reason to standard error and returns null.
std::unique_ptr<ledger::Ledger> open_ledger(const std::string& path, ledger::Ledger::Mode mode);

/// The name of this host, to be used as the name of an edge. An error if an edge cannot have this name.
Result<std::string> edge_of_host();

std::int64_t unix_now();

/// A team's balance: "granted 5,000, spent here 12.5, spent elsewhere 0, remaining 4,987.5".
struct TeamBalance {
    std::string team;
    ledger::Millicredits granted = 0, here = 0, elsewhere = 0;

    ledger::Millicredits remaining() const noexcept { return granted - here - elsewhere; }
    std::string text() const;
};
Result<TeamBalance> balance_of(const ledger::Ledger& ledger, const ledger::Ledger::Transaction& txn,
                               std::string_view team, const ledger::TeamSums& sums);

}  // namespace bizrec::builder
