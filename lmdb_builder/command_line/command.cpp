#include "lmdb_builder/command_line/command.hpp"

#include <algorithm>

namespace bizrec::builder {

bool Given::has(std::string_view name) const {
    return std::find(names_.begin(), names_.end(), name) != names_.end();
}

Command command_group(const char* name, const char* help, const char* footer, std::vector<Command> subcommands) {
    Command command;
    command.name = name;
    command.help = help;
    command.footer = footer;
    command.subcommands = std::move(subcommands);
    return command;
}

}  // namespace bizrec::builder
