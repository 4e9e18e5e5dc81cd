#pragma once

#include "lmdb_builder/command_line/command.hpp"

namespace bizrec::builder {

/// Reads a command line and runs the command that it names, or prints the help or the version that it asks for. Says on
/// standard error what is wrong with it. Gives the exit status: the command's, exit_code::usage of a wrong command
/// line, exit_code::failed where standard output cannot be written.
int run_command_line(const Command& program, int argc, const char* const* argv);

}  // namespace bizrec::builder
