#pragma once

#include <string>
#include <vector>

#include "lmdb_builder/command_line/command.hpp"

namespace bizrec::builder {

/// A command line that cannot be run.
struct Refusal {
    std::vector<const Command*> commands;  ///< the program, then the commands that the line names
    std::string unknown;                   ///< the first word that the commands do not know; "" if all are known
    bool lacks_command = false;            ///< a subcommand is missing at the end
    std::string problem;                   ///< the error, if `unknown` and `lacks_command` are not set
};

/// Prints one line on standard error that says why the command line cannot be run, for example an unknown option and
/// the nearest known one, a missing subcommand, or a value that an option does not accept. Returns exit_code::usage.
int refuse(const Refusal& refusal);

}  // namespace bizrec::builder
