#pragma once

#include "lmdb_builder/command_line/option.hpp"

/// Options that have the same meaning in all commands.
namespace bizrec::builder {

/// The required argument INDEX: the index that a command reads.
Option index_argument(std::string& path);

/// -o, --output: a file. If its value is "-", `path` becomes "", which means standard output. A missing option leaves
/// `path` unchanged.
Option output_option(std::string& path);

/// --json and --quiet of commands that end with a summary; `where` is added to the help of --json.
Options summary_options(bool& json, bool& quiet, const char* where = "");

}  // namespace bizrec::builder
