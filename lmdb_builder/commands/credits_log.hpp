#pragma once

#include "lmdb_builder/accounting/access_log.hpp"
#include "lmdb_builder/command_line/option.hpp"

/// What subcommands of `credits` that read the access log share.
namespace bizrec::builder {

/// --team-field and its like.
Options field_options(LogFields& fields);

/// Names the first lines that are none of a log, as warnings.
void warn_of_lines(const LogSummary& lines);

}  // namespace bizrec::builder
