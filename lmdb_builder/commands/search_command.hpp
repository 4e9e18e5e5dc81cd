#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `search`: a search, answered as the server answers it. When the command line names it, parsing runs it and sets
/// `exit`, a value of exit_code.
void add_search_command(CLI::App& app, int& exit);

}  // namespace bizrec::builder
