#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `inspect`: what an index holds. When the command line names it, parsing runs it and sets `exit`, a value of
/// exit_code.
void add_inspect_command(CLI::App& app, int& exit);

}  // namespace bizrec::builder
