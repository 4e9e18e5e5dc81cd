#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `merge`: an index from runs. When the command line names it, parsing runs it and sets `exit`, a value of
/// exit_code.
void add_merge_command(CLI::App& app, int& exit);

}  // namespace bizrec::builder
