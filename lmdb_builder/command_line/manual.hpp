#pragma once

#include <string>
#include <vector>

#include "lmdb_builder/command_line/command.hpp"

namespace bizrec::builder {

/// A file of a package: its name without a folder, and its text.
struct ManualFile {
    std::string name, text;
};

/// The content of a program's `--help` as pages for man(1), section 1: one page for the program and one for each
/// command at any depth, such as "lmdb_builder-credits-grant.1". Hidden commands have none.
std::vector<ManualFile> manual_pages(const Command& program);

/// Completion of the program's commands and options for bash: the file that bash-completion finds by the program's
/// name.
ManualFile bash_completion(const Command& program);

}  // namespace bizrec::builder
