#pragma once

#include "lmdb_builder/command_line/command.hpp"

namespace bizrec::builder {

/// Reads a command line and runs the command that it names, or prints the help or the version. Reports errors of the
/// command line on standard error. Returns the exit status of the command, exit_code::usage for a wrong command line,
/// or exit_code::failed if standard output cannot be written.
int run_command_line(const Command& program, int argc, const char* const* argv);

}  // namespace bizrec::builder
