#include "lmdb_builder/command_line/command.hpp"

#include <CLI/CLI.hpp>  // included only here, because it takes seconds to compile
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <sstream>
#include <string_view>

#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/command_line/refusal.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

CLI::Option* add_flag(CLI::App& app, const Option& option, Option::Flag flag) {
    if (flag.given) {
        return app.add_flag(option.name, *flag.target, option.help);
    }
    return app.add_flag_callback(
        option.name, [flag] { *flag.target = false; }, option.help);
}

CLI::Option* add_value(CLI::App& app, const Option& option) {
    const auto* const list = std::get_if<Option::List>(&option.target);
    return list != nullptr
               ? app.add_option(option.name, **list, option.help)
               : app.add_option_function<std::string>(option.name, std::get<Option::Text>(option.target), option.help);
}

/// Whether the option's value is the path of something that the command reads or writes in addition to its output.
bool takes_path(const Option& option) {
    static constexpr std::string_view values[] = {"DIR", "FILE", "LIST", "PEM", "STORE"};
    return option.name.compare(0, 2, "--") == 0 &&
           std::find(std::begin(values), std::end(values), option.value) != std::end(values);
}

/// An empty path usually is an unset variable of a script. Accepted, it would silently turn off what the option asks
/// for, such as a signature or a list of suppressions.
std::string refuse_empty_path(const std::string& path) {
    return path.empty() ? expected_got("a path", path) + ": is a variable of the script empty?" : std::string();
}

void add_option(CLI::App& app, const Option& option) {
    if (const auto* const flag = std::get_if<Option::Flag>(&option.target); flag != nullptr) {
        add_flag(app, option, *flag);
        return;
    }
    CLI::Option* const added = add_value(app, option);
    added->type_name(option.value)->required(option.is_required)->default_str(option.default_text);
    if (takes_path(option)) {
        added->check(refuse_empty_path);
    }
    if (option.problem_of) {
        added->check(option.problem_of);
    }
    if (option.separator != 0) {
        added->delimiter(option.separator);
    }
    if (option.is_repeated) {
        added->allow_extra_args(false);
    }
}

/// The option that was added as `name`. CLI11 finds an option by one of its names: "-o,--output" by "--output".
CLI::Option& added_as(CLI::App& app, const std::string& name) {
    return *app.get_option(name.substr(name.find(',') + 1));
}

/// Tells CLI11 which options an option excludes or needs. Call it after all options are added.
void tie(CLI::App& app, const Option& option) {
    if (!option.excluded.empty()) {
        added_as(app, option.name).excludes(&added_as(app, option.excluded));
    }
    if (!option.needed.empty()) {
        added_as(app, option.name).needs(&added_as(app, option.needed));
    }
}

using Words = std::vector<std::string_view>;

/// `words`: those of the command line. The options of commands that it does not name are left out.
void describe(CLI::App& app, const Command& command, const Words& words) {
    app.footer(command.footer);
    if (!command.version.empty()) {
        app.set_version_flag("--version", command.version);
    }
    for (const Option& option : command.options) {
        add_option(app, option);
    }
    for (const Option& option : command.options) {
        tie(app, option);
    }
    for (const Command& below : command.subcommands) {
        CLI::App* const added = app.add_subcommand(below.name, below.help);
        if (std::find(words.begin(), words.end(), below.name) != words.end()) {
            describe(*added, below, words);
        }
        if (below.is_hidden) {
            added->group("");
        }
    }
    if (!command.subcommands.empty() && !command.run) {
        app.require_subcommand(1);
    }
}

/// The program, and the commands that a command line names after it. Both vectors have the same order.
struct Named {
    std::vector<const CLI::App*> apps;
    std::vector<const Command*> commands;
};

Named named_by(const CLI::App& app, const Command& program) {
    Named named = {{&app}, {&program}};
    while (!named.apps.back()->get_subcommands().empty()) {
        named.apps.push_back(named.apps.back()->get_subcommands().front());
        for (const Command& below : named.commands.back()->subcommands) {
            if (below.name == named.apps.back()->get_name()) {
                named.commands.push_back(&below);
                break;
            }
        }
    }
    return named;
}

/// Returns the first word that the last command does not know. If the last command knows all its words, returns the
/// first word that the command before it does not know, and so on. "" if all words are known.
std::string first_unknown(const Named& named) {
    for (auto app = named.apps.rbegin(); app != named.apps.rend(); ++app) {
        const std::vector<std::string> unknown = (*app)->remaining();
        if (!unknown.empty()) {
            return unknown.front();
        }
    }
    return {};
}

int refuse(const Named& named, const CLI::ParseError& error) {
    Refusal refusal;
    refusal.commands = named.commands;
    refusal.unknown = first_unknown(named);
    refusal.lacks_command = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError) &&
                            !named.commands.back()->subcommands.empty();
    refusal.problem = error.what();
    return refuse(refusal);
}

/// Returns `exit`, unless standard output could not be written: a full disk or a closed pipe must not look like
/// success.
int written(const std::string& program, int exit) {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) {
        return exit;
    }
    print_lines(stderr, program + ": cannot write the results to standard output\n");
    return exit_code::failed;
}

/// Prints the output of --help or --version.
int print(const CLI::App& app, const CLI::ParseError& wanted) {
    std::ostringstream out, err;
    app.exit(wanted, out, err);
    print_lines(stdout, out.str());
    return written(app.get_name(), exit_code::done);
}

Given given_by(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options([](const CLI::Option* of) { return of->count() > 0; })) {
        names.push_back(option->get_name());
    }
    return Given(std::move(names));
}

int run(const Named& named) {
    const Command& command = *named.commands.back();
    const Given given = given_by(*named.apps.back());
    const std::string problem = command.problem_of ? command.problem_of(given) : "";
    if (!problem.empty()) {
        Refusal refusal;
        refusal.commands = named.commands;
        refusal.problem = problem;
        return refuse(refusal);
    }
    return written(named.commands.front()->name, command.run(given));
}

}  // namespace

int run_command_line(const Command& program, int argc, const char* const* argv) {
    CLI::App app(program.help, program.name);
    describe(app, program, Words(argv, argv + argc));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return error.get_exit_code() == 0 ? print(app, error) : refuse(named_by(app, program), error);
    }
    return run(named_by(app, program));
}

}  // namespace bizrec::builder
