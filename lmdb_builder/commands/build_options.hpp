#pragma once

#include <cstdint>
#include <string>

#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

/// Writes last-build.json into the folder of an index that has just been built: `summary`, one JSON object, with the
/// index's name and the time added. Renames the file into place, so that a reader always sees a complete file. A
/// failure is only a warning, because the index is complete.
void write_last_build(const std::string& index_path, const std::string& summary);

struct BuildArguments {
    BuildOptions options;
    bool json = false;
    bool quiet = false;
};

/// The options that `build` and `merge` share, such as --force, --domains, --memory, --threads, --temp, --json and
/// --quiet.
Options shared_build_options(BuildArguments& arguments);

/// The bounds of --memory.
inline constexpr std::uint64_t min_memory = 64U << 10;
inline constexpr std::uint64_t max_memory = std::uint64_t{1} << 50;

/// The options --memory, --threads and --temp of all commands that build an index.
Options working_options(BuildOptions& options);

/// The option --max-record of commands that read records.
Option max_record_option(std::size_t& max_record_bytes);

/// Runs `build` with progress on standard error. After an index was built, writes last-build.json beside it. Writes the
/// summary by `text` or `json` to standard output. Returns the exit status.
int run_build_command(const BuildArguments& arguments,
                      Result<BuildSummary> (*build)(const BuildOptions&, const BuildProgress&),
                      std::string (*text)(const BuildSummary&), std::string (*json)(const BuildSummary&));

}  // namespace bizrec::builder
