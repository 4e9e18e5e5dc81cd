#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `credits audit`: holds the ledger against the access log. When the command line names it, parsing runs it and
/// sets `exit`, a value of exit_code.
void add_credits_audit(CLI::App& credits, int& exit);

}  // namespace bizrec::builder
