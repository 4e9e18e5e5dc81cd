#pragma once

#include <string>
#include <vector>

#include "lmdb_builder/command_line/command.hpp"

namespace bizrec::builder {

/// A file of a package: its name without a folder, and its text.
struct ManualFile {
    std::string name, text;
};

/// What `--help` tells of a program, as pages for man(1), section 1: one of the program and one of each command, at any
/// depth. "lmdb_builder-credits-grant.1". Commands that help does not list have none.
std::vector<ManualFile> manual_pages(const Command& program);

/// Completion of its commands and options for bash: the file that bash-completion finds by the program's name.
ManualFile bash_completion(const Command& program);

}  // namespace bizrec::builder
