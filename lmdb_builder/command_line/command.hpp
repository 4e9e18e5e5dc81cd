#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "lmdb_builder/command_line/option.hpp"

namespace bizrec::builder {

/// The options that a command line gives, by their long names: "--shard".
class Given {
public:
    explicit Given(std::vector<std::string> names) : names_(std::move(names)) {}
    bool has(std::string_view name) const;

private:
    std::vector<std::string> names_;
};

/// A command, or the program itself: all that its help tells, and what it does. It has subcommands, of which the
/// command line names one, or runs itself.
struct Command {
    std::string name;
    std::string help;    ///< in one line
    std::string footer;  ///< of its help: examples, exit status
    Options options;
    std::vector<Command> subcommands;
    std::string noun = "command";  ///< what messages call a subcommand
    /// What is no subcommand, and where to go instead.
    std::vector<std::pair<std::string, std::string>> foreign_names;
    bool is_hidden = false;                               ///< neither help nor a message lists it
    std::string version;                                  ///< what --version prints; "" there is no such option
    std::function<std::string(const Given&)> problem_of;  ///< of options together: "--domains: …"; "" nothing
    std::function<int(const Given&)> run;                 ///< once all is well; gives the exit status
};

/// A command that has subcommands.
Command command_group(const char* name, const char* help, const char* footer, std::vector<Command> subcommands);

/// A command that runs with Arguments, which live as long as it: `options_of` makes the options that write into them.
/// `run` takes them, and Given where it wants it.
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

}  // namespace bizrec::builder
