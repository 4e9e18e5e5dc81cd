#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `publish`: an index goes into the folder that servers watch. When the command line names it, parsing runs it
/// and sets `exit`, a value of exit_code.
void add_publish_command(CLI::App& app, int& exit);

}  // namespace bizrec::builder
