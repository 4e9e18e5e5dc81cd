#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `build`: an index from records. When the command line names it, parsing runs it and sets `exit`, a value of
/// exit_code.
void add_build_command(CLI::App& app, int& exit);

}  // namespace bizrec::builder
