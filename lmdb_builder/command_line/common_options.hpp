#pragma once

#include "lmdb_builder/command_line/option.hpp"

/// Options that mean the same wherever they stand.
namespace bizrec::builder {

/// The index that a command reads.
Option index_argument(std::string& path);

/// -o, --output: a file; `path` is "" where it is not given or is "-", as elsewhere: standard output.
Option output_option(std::string& path);

/// --json and --quiet of commands that end with a summary; `where` adds to the help of --json.
Options summary_options(bool& json, bool& quiet, const char* where = "");

}  // namespace bizrec::builder
