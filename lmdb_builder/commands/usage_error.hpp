#pragma once

#include <CLI/CLI.hpp>

namespace bizrec::builder {

/// Says on standard error what is wrong with the command line, in one line: a command, format or option that there is
/// not, with the nearest one; an argument too many; a value that an option cannot take. Gives exit_code::usage.
int refuse_command_line(const CLI::App& app, const CLI::ParseError& error);

}  // namespace bizrec::builder
