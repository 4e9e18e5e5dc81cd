#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `credits grant`: gives credits to a team. When the command line names it, parsing runs it and sets `exit`, a
/// value of exit_code.
void add_credits_grant(CLI::App& credits, int& exit);

}  // namespace bizrec::builder
