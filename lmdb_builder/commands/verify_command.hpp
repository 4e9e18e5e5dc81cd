#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `verify`: whether an index is sound. When the command line names it, parsing runs it and sets `exit`, a value
/// of exit_code.
void add_verify_command(CLI::App& app, int& exit);

}  // namespace bizrec::builder
