#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `credits export`: what other edges need. When the command line names it, parsing runs it and sets `exit`, a
/// value of exit_code.
void add_credits_export(CLI::App& credits, int& exit);

}  // namespace bizrec::builder
