#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `explain`: the score of a record for a search, part by part. When the command line names it, parsing runs it
/// and sets `exit`, a value of exit_code.
void add_explain_command(CLI::App& app, int& exit);

}  // namespace bizrec::builder
