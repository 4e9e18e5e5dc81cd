#include "lmdb_builder/commands/usage_error.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/commands/command.hpp"
#include "lmdb_builder/terminal/nearest_name.hpp"

namespace bizrec::builder {
namespace {

/// The commands that the command line names, from the program itself on.
std::vector<const CLI::App*> named_commands(const CLI::App& app) {
    std::vector<const CLI::App*> commands = {&app};
    while (!commands.back()->get_subcommands().empty()) {
        commands.push_back(commands.back()->get_subcommands().front());
    }
    return commands;
}

std::vector<std::string_view> commands_below(const CLI::App& app, std::vector<std::string>& names) {
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    return {names.begin(), names.end()};
}

std::vector<std::string_view> options_of(const CLI::App& app, std::vector<std::string>& names) {
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return {names.begin(), names.end()};
}

/// "lmdb_builder import csv", without the program: "import csv".
std::string path_of(const std::vector<const CLI::App*>& commands) {
    std::string path;
    for (std::size_t i = 1; i < commands.size(); ++i) {
        path += (path.empty() ? "" : " ") + commands[i]->get_name();
    }
    return path;
}

/// "import: ", "" for the program itself.
std::string prefix_of(const std::string& path) {
    return path.empty() ? path : path + ": ";
}

/// What follows the commands' names and means nothing to any of them; "" where all does.
std::string first_unknown(const std::vector<const CLI::App*>& commands) {
    for (auto command = commands.rbegin(); command != commands.rend(); ++command) {
        const std::vector<std::string> unknown = (*command)->remaining();
        if (!unknown.empty()) {
            return unknown.front();
        }
    }
    return {};
}

/// What stands after those commands: `import` has formats.
std::string noun_of(const std::string& path) {
    return path == "import" ? "format" : "command";
}

std::string unknown_text(const std::vector<const CLI::App*>& commands, const std::string& unknown) {
    const CLI::App& last = *commands.back();
    const std::string path = path_of(commands);
    std::vector<std::string> names;
    if (unknown.size() > 1 && unknown[0] == '-') {
        const std::string option = unknown.substr(0, unknown.find('='));
        return prefix_of(path) + option + ": no such option" + did_you_mean(option, options_of(last, names));
    }
    const std::vector<std::string_view> below = commands_below(last, names);
    if (below.empty()) {
        return prefix_of(path) + "one argument too many: \"" + unknown + "\"";
    }
    return (path.empty() ? "" : path + " ") + unknown + ": no such " + noun_of(path) + did_you_mean(unknown, below);
}

std::string missing_command_text(const std::vector<const CLI::App*>& commands) {
    std::vector<std::string> names;
    std::string listed;
    for (const std::string_view name : commands_below(*commands.back(), names)) {
        listed += (listed.empty() ? "" : ", ") + std::string(name);
    }
    const std::string path = path_of(commands);
    return prefix_of(path) + "a " + noun_of(path) + " is required, one of " + listed;
}

std::string text_of(const std::vector<const CLI::App*>& commands, const CLI::ParseError& error) {
    const std::string unknown = first_unknown(commands);
    if (!unknown.empty()) {
        return unknown_text(commands, unknown);
    }
    std::vector<std::string> names;
    const bool lacks_command = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError) &&
                               !commands_below(*commands.back(), names).empty();
    return lacks_command ? missing_command_text(commands) : prefix_of(path_of(commands)) + error.what();
}

}  // namespace

int refuse_command_line(const CLI::App& app, const CLI::ParseError& error) {
    const std::vector<const CLI::App*> commands = named_commands(app);
    const std::string path = path_of(commands);
    fail(text_of(commands, error) + " (see lmdb_builder " + path + (path.empty() ? "" : " ") + "--help)");
    return exit_code::usage;
}

}  // namespace bizrec::builder
