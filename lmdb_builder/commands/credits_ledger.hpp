#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <string>

#include "bizrec/ledger/ledger.hpp"
#include "lmdb_builder/accounting/minutes.hpp"

/// What all subcommands of `credits` share.
namespace bizrec::builder {

CLI::Option* add_ledger_argument(CLI::App& command, std::string& path, const char* description = "Ledger file");
CLI::Option* add_edge_option(CLI::App& command, std::string& edge, const char* description);

/// A date or a time of UTC; `target` keeps its default where the option is not given.
CLI::Option* add_minute_option(CLI::App& command, const char* name, std::uint32_t& target, const char* description);
/// One of the intervals, up to the longest.
CLI::Option* add_interval_option(CLI::App& command, Interval& target, Interval longest, const char* description);

/// Opens a ledger; says on standard error why not and gives null.
std::unique_ptr<ledger::Ledger> open_ledger(const std::string& path, ledger::Ledger::Mode mode);

/// The host's name; an error where it cannot name an edge.
Result<std::string> edge_of_host();

std::int64_t unix_now();

/// What a team has: "granted 5,000, spent here 12.5, spent elsewhere 0, remaining 4,987.5".
struct TeamBalance {
    std::string team;
    ledger::Millicredits granted = 0, here = 0, elsewhere = 0;

    ledger::Millicredits remaining() const noexcept { return granted - here - elsewhere; }
    std::string text() const;
};
Result<TeamBalance> balance_of(const ledger::Ledger& ledger, const ledger::Ledger::Transaction& txn,
                               std::string_view team, const ledger::TeamSums& sums);

}  // namespace bizrec::builder
