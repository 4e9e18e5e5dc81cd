#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `credits`: the ledger of what customers may spend and have spent. When the command line names one of its
/// subcommands, parsing runs it and sets `exit`, a value of exit_code.
void add_credits_command(CLI::App& app, int& exit);

}  // namespace bizrec::builder
