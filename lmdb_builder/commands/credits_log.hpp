#pragma once

#include "lmdb_builder/accounting/access_log.hpp"
#include "lmdb_builder/command_line/option.hpp"

/// Options and messages of the subcommands of `credits` that read the access log.
namespace bizrec::builder {

/// --team-field and the other options that name fields of the log.
Options field_options(LogFields& fields);

/// Warns about the first lines that are not valid log lines.
void warn_of_lines(const LogSummary& lines);

}  // namespace bizrec::builder
