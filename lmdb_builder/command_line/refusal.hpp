#pragma once

#include <string>
#include <vector>

#include "lmdb_builder/command_line/command.hpp"

namespace bizrec::builder {

/// A command line that cannot be run.
struct Refusal {
    std::vector<const Command*> commands;  ///< that it names, from the program itself on
    std::string unknown;                   ///< the first word that means nothing to any of them; "" where all do
    bool lacks_command = false;            ///< where it ends one more is expected
    std::string problem;                   ///< what is wrong where it is none of both
};

/// Says on standard error what is wrong, in one line: a command, format or option that there is not, with the nearest
/// one; an argument too many; a value that an option cannot take. Gives exit_code::usage.
int refuse(const Refusal& refusal);

}  // namespace bizrec::builder
