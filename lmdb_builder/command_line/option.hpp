#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/command_line/option_values.hpp"

namespace bizrec::builder {

/// An option of a command, or a positional argument. Its `target` gets the value. The target must outlive the parsing,
/// and is unchanged if the command line lacks the option. The functions below make options.
struct Option {
    struct Flag {
        bool* target;
        bool given;  ///< the value that the target gets
    };
    using Text = std::function<void(const std::string&)>;  ///< receives the value
    using List = std::vector<std::string>*;                ///< receives one or more values
    using Check = std::function<std::string(const std::string&)>;

    std::string name;   ///< "-o,--output"; an argument has no dashes: "index"
    std::string value;  ///< name of its value in the help: "FILE"; a flag has none
    std::string help;
    std::variant<Flag, Text, List> target;
    Check problem_of;          ///< called before the target gets a value; says what is wrong with it, "" if nothing is
    std::string default_text;  ///< shown by the help after the value's name: "FILE=this"
    std::string excluded, needed;  ///< this option must not be given with `excluded`, nor without `needed`
    char separator = 0;            ///< for a list: splits a word into several values; 0: a word is one value
    bool is_required = false;
    bool is_repeated = false;  ///< for a list: the name of the option must precede each value

    Option required() &&;
    Option checked(Check problem_of) &&;
    Option excludes(std::string name) &&;
    Option needs(std::string name) &&;
    Option shows(std::string default_text) &&;
    Option separated_by(char separator) &&;
    Option repeated() &&;
};

using Options = std::vector<Option>;

/// Concatenates lists of options: a command's own, and those that it shares with other commands.
Options joined_options(std::initializer_list<Options> lists);

/// An option without a value. flag_option() sets the target to true, unflag_option() sets it to false.
Option flag_option(const char* name, bool& target, std::string help);
Option unflag_option(const char* name, bool& target, std::string help);

Option text_option(const std::string& name, const char* value, std::string& target, std::string help);
Option list_option(const char* name, const char* value, std::vector<std::string>& target, std::string help);

/// An option whose value must be one of `choices`.
Option choice_option(const char* name, const char* value, const std::vector<std::string>& choices, std::string& target,
                     std::string help);

/// An option whose value `parse` reads. `parse` returns a Result; its error says what was expected and what was given.
template <class Target, class Parse>
Option parsed_option(const char* name, const char* value, Target& target, std::string help, Parse parse) {
    Option option;
    option.name = name;
    option.value = value;
    option.help = std::move(help);
    option.target = [&target, parse](const std::string& text) { target = static_cast<Target>(parse(text).value()); };
    option.problem_of = [parse](const std::string& text) {
        const auto parsed = parse(text);
        return parsed ? std::string() : parsed.error().message;
    };
    return option;
}

/// An option whose value is a size in bytes, from `least` to `most`, in the form that read_size() reads.
template <class Number>
Option size_option(const char* name, Number& target, std::uint64_t least, std::uint64_t most, std::string help) {
    return parsed_option(name, "SIZE", target, std::move(help),
                         [least, most](const std::string& text) { return read_size(text, least, most); });
}

template <class Number>
Option number_option(const char* name, const char* value, Number& target, std::uint64_t least, std::uint64_t most,
                     std::string help) {
    static_assert(std::numeric_limits<Number>::is_integer && !std::numeric_limits<Number>::is_signed);
    return parsed_option(name, value, target, std::move(help),
                         [least, most](const std::string& text) { return read_whole_number(text, least, most); });
}

// Options that have the same meaning in all commands.

/// The required argument INDEX: the index that a command reads.
Option index_argument(std::string& path);

/// -o, --output: a file. If its value is "-", `path` becomes "", which means standard output. A missing option leaves
/// `path` unchanged.
Option output_option(std::string& path);

/// --json and --quiet of commands that end with a summary; `where` is added to the help of --json.
Options summary_options(bool& json, bool& quiet, const char* where = "");

}  // namespace bizrec::builder
