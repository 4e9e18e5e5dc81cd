#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// A size in bytes as people write it: "65536", "64k", "1.5G", "512 MiB"; every unit is a power of 1024. The error says
/// what was expected and what came.
Result<std::uint64_t> read_size(std::string_view text, std::uint64_t least, std::uint64_t most);

/// A whole number in decimal digits, likewise.
Result<std::uint64_t> read_whole_number(std::string_view text, std::uint64_t least, std::uint64_t most);

/// "expected …; got "…"", of a value that an option cannot take.
std::string expected_got(std::string_view expected, std::string_view got);

/// Options with such values. `target` keeps its default where the option is not given.
CLI::Option* add_size_option(CLI::App& command, const char* name, std::uint64_t& target, std::uint64_t least,
                             std::uint64_t most, const char* description);

/// -o, --output: a file; "" where it is not given or is "-", as elsewhere: standard output. `path` outlives the
/// command.
CLI::Option* add_output_option(CLI::App& command, std::string& path);

/// --delimiter: one character, or the word tab; a comma where it is not given. `delimiter` outlives the command.
CLI::Option* add_delimiter_option(CLI::App& command, char& delimiter);

template <class Number>
CLI::Option* add_number_option(CLI::App& command, const char* name, Number& target, Number least, Number most,
                               const char* description) {
    static_assert(std::numeric_limits<Number>::is_integer && !std::numeric_limits<Number>::is_signed);
    const auto read = [least, most](const std::string& text) { return read_whole_number(text, least, most); };
    return command
        .add_option_function<std::string>(
            name, [&target, read](const std::string& text) { target = static_cast<Number>(read(text).value()); },
            description)
        ->check([read](const std::string& text) {
            const Result<std::uint64_t> number = read(text);
            return number ? std::string() : number.error().message;
        })
        ->type_name("N");
}

}  // namespace bizrec::builder
