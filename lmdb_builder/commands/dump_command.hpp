#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `dump`: the records of an index. When the command line names it, parsing runs it and sets `exit`, a value of
/// exit_code.
void add_dump_command(CLI::App& app, int& exit);

}  // namespace bizrec::builder
