#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `credits show`: what each team has. When the command line names it, parsing runs it and sets `exit`, a value of
/// exit_code.
void add_credits_show(CLI::App& credits, int& exit);

}  // namespace bizrec::builder
