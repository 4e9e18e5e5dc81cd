#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Adds `key`: keys of customers. When the command line names it, parsing runs it and sets `exit`, a value of
/// exit_code.
void add_key_command(CLI::App& app, int& exit);

}  // namespace bizrec::builder
