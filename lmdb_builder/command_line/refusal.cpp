#include "lmdb_builder/command_line/refusal.hpp"

#include <string_view>

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/terminal/nearest_name.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

std::vector<std::string_view> commands_below(const Command& command) {
    std::vector<std::string_view> names;
    for (const Command& below : command.subcommands) {
        if (!below.is_hidden) {
            names.push_back(below.name);
        }
    }
    return names;
}

std::vector<std::string_view> long_names(const Command& command) {
    std::vector<std::string_view> names = {"--help"};
    if (!command.version.empty()) {
        names.emplace_back("--version");
    }
    for (const Option& option : command.options) {
        if (const std::size_t begin = option.name.find("--"); begin != std::string::npos) {
            names.push_back(std::string_view(option.name).substr(begin));
        }
    }
    return names;
}

/// The names of the commands without the program: "import csv" for "lmdb_builder import csv".
std::string path_of(const std::vector<const Command*>& commands) {
    std::string path;
    for (std::size_t i = 1; i < commands.size(); ++i) {
        path += (path.empty() ? "" : " ") + commands[i]->name;
    }
    return path;
}

/// The beginning of a message, such as "import: "; "" if `path` names the program itself.
std::string prefix_of(const std::string& path) {
    return path.empty() ? path : path + ": ";
}

std::string unknown_text(const Command& last, const std::string& path, const std::string& unknown) {
    if (unknown.size() > 1 && unknown[0] == '-') {
        const std::string option = unknown.substr(0, unknown.find('='));
        return prefix_of(path) + option + ": no such option" + did_you_mean(option, long_names(last));
    }
    if (last.subcommands.empty()) {
        return prefix_of(path) + "one argument too many: \"" + unknown + "\"";
    }
    for (const auto& [name, hint] : last.foreign_names) {
        if (name == unknown) {
            return (path + " ").append(unknown).append(": no such ").append(last.noun).append(": ").append(hint);
        }
    }
    return (path.empty() ? "" : path + " ") + unknown + ": no such " + last.noun +
           did_you_mean(unknown, commands_below(last));
}

std::string missing_command_text(const Command& last, const std::string& path) {
    std::string listed;
    for (const std::string_view name : commands_below(last)) {
        listed += (listed.empty() ? "" : ", ") + std::string(name);
    }
    return prefix_of(path) + "a " + last.noun + " is required, one of " + listed;
}

std::string text_of(const Refusal& refusal, const std::string& path) {
    const Command& last = *refusal.commands.back();
    if (!refusal.unknown.empty()) {
        return unknown_text(last, path, refusal.unknown);
    }
    return refusal.lacks_command ? missing_command_text(last, path) : prefix_of(path) + refusal.problem;
}

}  // namespace

int refuse(const Refusal& refusal) {
    const std::string& program = refusal.commands.front()->name;
    const std::string path = path_of(refusal.commands);
    const std::string see = " (see " + program + ' ' + path + (path.empty() ? "" : " ") + "--help)";
    print_lines(stderr, program + ": " + text::visible(text_of(refusal, path) + see) + '\n');
    return exit_code::usage;
}

}  // namespace bizrec::builder
