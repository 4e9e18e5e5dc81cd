#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `credits import`: merges what other edges have exported. When the command line names it, parsing runs it and
/// sets `exit`, a value of exit_code.
void add_credits_import(CLI::App& credits, int& exit);

}  // namespace bizrec::builder
