#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `rollback`: an earlier index is served again. When the command line names it, parsing runs it and sets `exit`,
/// a value of exit_code.
void add_rollback_command(CLI::App& app, int& exit);

}  // namespace bizrec::builder
