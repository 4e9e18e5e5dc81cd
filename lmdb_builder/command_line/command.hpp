#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "lmdb_builder/command_line/option.hpp"

namespace bizrec::builder {

/// The options that a command line contains, by their long names: "--shard".
class Given {
public:
    explicit Given(std::vector<std::string> names) : names_(std::move(names)) {}
    bool has(std::string_view name) const { return std::find(names_.begin(), names_.end(), name) != names_.end(); }

private:
    std::vector<std::string> names_;
};

/// A command, or the program itself: the content of its help, and its action. It has subcommands, or `run`. If it has
/// both, `run` is called for a command line that names no subcommand.
struct Command {
    std::string name;
    std::string help;    ///< in one line
    std::string footer;  ///< end of its help: examples, exit status
    Options options;
    std::vector<Command> subcommands;
    std::string noun = "command";  ///< the word for a subcommand in messages
    /// Words that users may mistake for subcommands, each with a hint for the error message: what to use instead.
    std::vector<std::pair<std::string, std::string>> foreign_names;
    bool is_hidden = false;  ///< neither help nor a message lists it
    std::string version;     ///< text for --version; "" if there is no such option
    /// Returns what is wrong with the combination of options, such as "--domains: …"; "" if nothing is wrong.
    std::function<std::string(const Given&)> problem_of;
    std::function<int(const Given&)> run;  ///< runs after all checks; returns the exit status
};

/// A command that does nothing without a subcommand.
inline Command command_group(const char* name, const char* help, const char* footer, std::vector<Command> subcommands) {
    Command command;
    command.name = name;
    command.help = help;
    command.footer = footer;
    command.subcommands = std::move(subcommands);
    return command;
}

/// A command that runs with an object of type Arguments, which lives as long as the command. `options_of` makes the
/// options that write into that object. `run` gets the object and, if it has a second parameter, Given.
template <class Arguments, class Run>
Command command_of(const char* name, const char* help, const char* footer, Options (*options_of)(Arguments&), Run run) {
    const auto arguments = std::make_shared<Arguments>();
    Command command = command_group(name, help, footer, {});
    command.options = options_of(*arguments);
    command.run = [arguments, run](const Given& given) {
        if constexpr (std::is_invocable_v<Run, Arguments&, const Given&>) {
            return run(*arguments, given);
        } else {
            return run(*arguments);
        }
    };
    return command;
}

/// Reads a command line and runs the command that it names, or prints the help or the version. Reports errors of the
/// command line on standard error. Returns the exit status of the command, exit_code::usage for a wrong command line,
/// or exit_code::failed if standard output cannot be written. Defined in parse.cpp.
int run_command_line(const Command& program, int argc, const char* const* argv);

}  // namespace bizrec::builder
