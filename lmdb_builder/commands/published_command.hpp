#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `published`: what a published folder holds. When the command line names it, parsing runs it and sets `exit`, a
/// value of exit_code.
void add_published_command(CLI::App& app, int& exit);

}  // namespace bizrec::builder
