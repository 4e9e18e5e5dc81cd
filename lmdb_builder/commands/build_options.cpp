#include "lmdb_builder/commands/build_options.hpp"

#include <cstdio>

#include "bizrec/format/record_json.hpp"
#include "lmdb_builder/build/output_file.hpp"
#include "lmdb_builder/build/workers.hpp"
#include "lmdb_builder/commands/command.hpp"
#include "lmdb_builder/terminal/print.hpp"
#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t least_memory = 64U << 10;
constexpr std::uint64_t least_max_record = 1024;
constexpr std::uint64_t most_memory = std::uint64_t{1} << 50;  // what lies above was a negative number

}  // namespace

void add_shared_build_options(CLI::App& command, BuildArguments& arguments) {
    BuildOptions& options = arguments.options;
    command.add_flag("--force", options.overwrite, "Replace the output where it exists");
    command.add_option("--domains", options.domains_path, "Write what the shared-domain rule found here")
        ->type_name("FILE");
    command.add_option("--memory", options.memory_bytes, "Memory for sorting, e.g. 512M, 2G [512M]")
        ->transform(CLI::AsSizeValue(false))
        ->check([](const std::string& bytes) {
            const unsigned long long memory = std::stoull(bytes);
            return memory < least_memory  ? std::string("at least 64k is needed")
                   : memory > most_memory ? std::string("expected a size from 64k to 1P")
                                          : std::string();
        })
        ->type_name("SIZE");
    options.threads = Workers::available();
    command.add_option("--threads", options.threads, "Threads [the processors this process may use]")
        ->check(CLI::Range(1U, Workers::most_threads))
        ->type_name("N");
    command.add_option("--temp", options.temp_dir, "Folder for temporary files [that of the output]")->type_name("DIR");
    command.add_flag("--json", arguments.json, "Print the summary as one JSON object");
    command.add_flag("--quiet", arguments.quiet, "No progress, no summary (but --json)");
}

void add_max_record_option(CLI::App& command, std::size_t& max_record_bytes) {
    command
        .add_option("--max-record", max_record_bytes,
                    "Refuse records above this size, minified, e.g. 64k, 4M; at most 16M [1M]")
        ->transform(CLI::AsSizeValue(false))
        ->check([](const std::string& bytes) {
            const unsigned long long size = std::stoull(bytes);
            return size >= least_max_record && size <= format::max_record_bytes
                       ? std::string()
                       : std::string("expected a size from 1k to 16M");
        })
        ->type_name("SIZE");
}

int run_build_command(const BuildArguments& arguments,
                      Result<BuildSummary> (*build)(const BuildOptions&, const BuildProgress&),
                      std::string (*text)(const BuildSummary&), std::string (*json)(const BuildSummary&)) {
    remove_output_on_signals();
    ProgressDisplay display(stderr, ProgressDisplay::mode_for(stderr, arguments.quiet));
    const auto built = build(arguments.options, [&](const char* stage, std::uint64_t done, std::uint64_t total) {
        display.report(stage, done, total);
    });
    display.end_stage();
    if (!built) {
        return fail(built.error().message);
    }
    if (arguments.json) {
        print_lines(stdout, json(built.value()));
    } else if (!arguments.quiet) {
        print_lines(stdout, text(built.value()));
    }
    return exit_code::done;
}

}  // namespace bizrec::builder
