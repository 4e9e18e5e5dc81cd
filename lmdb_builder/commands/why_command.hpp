#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `why`: whether a record is in the answer of a request, at which rank, or why not. When the command line names
/// it, parsing runs it and sets `exit`, a value of exit_code.
void add_why_command(CLI::App& app, int& exit);

}  // namespace bizrec::builder
