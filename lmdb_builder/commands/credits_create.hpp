#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `credits create`: makes a ledger. When the command line names it, parsing runs it and sets `exit`, a value of
/// exit_code.
void add_credits_create(CLI::App& credits, int& exit);

}  // namespace bizrec::builder
