#pragma once

#include "lmdb_builder/command_line/option.hpp"

/// Options that have the same meaning in all commands.
namespace bizrec::builder {

/// The index that a command reads.
Option index_argument(std::string& path);

/// -o, --output: a file. `path` is "" (standard output) if the option is missing or "-", as in all commands.
Option output_option(std::string& path);

/// --json and --quiet of commands that end with a summary; `where` is added to the help of --json.
Options summary_options(bool& json, bool& quiet, const char* where = "");

}  // namespace bizrec::builder
