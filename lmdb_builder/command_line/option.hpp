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

/// An option of a command, or an argument that stands at its place. What takes its value outlives the parsing, and
/// keeps its default where the command line has no such option. Made by the functions below.
struct Option {
    struct Flag {
        bool* target;
        bool given;  ///< what the target becomes
    };
    using Text = std::function<void(const std::string&)>;  ///< takes the value
    using List = std::vector<std::string>*;                ///< takes one value and more
    using Check = std::function<std::string(const std::string&)>;

    std::string name;   ///< "-o,--output"; without dashes that of an argument: "index"
    std::string value;  ///< what help calls its value: "FILE"; a flag has none
    std::string help;
    std::variant<Flag, Text, List> target;
    Check problem_of;              ///< what is wrong with a value; "" nothing. Called before the target takes it
    std::string default_text;      ///< help shows it behind the value's name: "FILE=this"
    std::string excluded, needed;  ///< name of an option that must not, and of one that must be given with it
    char separator = 0;            ///< between the values of a list within one word
    bool is_required = false;
    bool is_repeated = false;  ///< of a list: each value follows the name

    Option required() &&;
    Option checked(Check problem_of) &&;
    Option excludes(std::string name) &&;
    Option needs(std::string name) &&;
    Option shows(std::string default_text) &&;
    Option separated_by(char separator) &&;
    Option repeated() &&;
};

using Options = std::vector<Option>;

/// Options of a command's own and those that it shares with others, in this order.
Options joined_options(std::initializer_list<Options> lists);

/// No value: the target becomes true, or false.
Option flag_option(const char* name, bool& target, std::string help);
Option unflag_option(const char* name, bool& target, std::string help);

Option text_option(const std::string& name, const char* value, std::string& target, std::string help);
Option list_option(const char* name, const char* value, std::vector<std::string>& target, std::string help);

/// One of a few words.
Option choice_option(const char* name, const char* value, const std::vector<std::string>& choices, std::string& target,
                     std::string help);

/// A value that `parse` reads: it gives a Result, whose error says what was expected and what came.
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

/// A size in bytes.
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

}  // namespace bizrec::builder
