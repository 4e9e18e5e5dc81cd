#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "lmdb_builder/accounting/access_log.hpp"

/// What subcommands of `credits` that read the access log share.
namespace bizrec::builder {

/// --team-field and its like.
void add_field_options(CLI::App& command, LogFields& fields);

/// Names the first lines that are none of a log, as warnings.
void warn_of_lines(const LogSummary& lines);

}  // namespace bizrec::builder
