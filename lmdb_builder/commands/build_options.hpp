#pragma once

#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

struct BuildArguments {
    BuildOptions options;
    bool json = false;
    bool quiet = false;
};

/// The options that `build` and `merge` share: --force, --domains, --memory, --threads, --temp, --json, --quiet and
/// their like.
Options shared_build_options(BuildArguments& arguments);

/// --memory, --threads, --temp, of whatever builds.
Options working_options(BuildOptions& options);

/// --max-record, of commands that read records.
Option max_record_option(std::size_t& max_record_bytes);

/// Runs one of them with its progress on standard error and its summary, as `text` and `json` write it, on standard
/// output; gives the exit status.
int run_build_command(const BuildArguments& arguments,
                      Result<BuildSummary> (*build)(const BuildOptions&, const BuildProgress&),
                      std::string (*text)(const BuildSummary&), std::string (*json)(const BuildSummary&));

}  // namespace bizrec::builder
