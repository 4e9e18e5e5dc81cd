#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `credits repair`: makes a new ledger of an export and the access log. When the command line names it, parsing
/// runs it and sets `exit`, a value of exit_code.
void add_credits_repair(CLI::App& credits, int& exit);

}  // namespace bizrec::builder
