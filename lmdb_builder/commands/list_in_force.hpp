#pragma once

#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/suppression/change_list.hpp"

/// The common parts of `suppress init` and `suppress take`, after which a list is in force.
namespace bizrec::builder {

/// --wait and --quiet.
Options list_in_force_options(bool& wait, bool& quiet);

/// Prints which list is in force, unless `quiet`, or the error. Returns the exit status.
int tell_list_in_force(const Result<SuppressSummary>& list, bool quiet);

}  // namespace bizrec::builder
