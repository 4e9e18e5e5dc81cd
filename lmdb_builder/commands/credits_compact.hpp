#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `credits compact`: sums old usage by hour. When the command line names it, parsing runs it and sets `exit`, a
/// value of exit_code.
void add_credits_compact(CLI::App& credits, int& exit);

}  // namespace bizrec::builder
