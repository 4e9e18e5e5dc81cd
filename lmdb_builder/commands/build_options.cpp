#include "lmdb_builder/commands/build_options.hpp"

#include <cstdio>

#include "bizrec/format/meta.hpp"
#include "bizrec/format/record_json.hpp"
#include "lmdb_builder/commands/command.hpp"
#include "lmdb_builder/commands/option_values.hpp"
#include "lmdb_builder/system/output_file.hpp"
#include "lmdb_builder/system/workers.hpp"
#include "lmdb_builder/terminal/print.hpp"
#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t min_memory = 64U << 10;
constexpr std::uint64_t min_max_record = 1024;
constexpr std::uint64_t max_memory = std::uint64_t{1} << 50;

}  // namespace

void add_shared_build_options(CLI::App& command, BuildArguments& arguments) {
    BuildOptions& options = arguments.options;
    command.add_flag("--force", options.overwrite, "Replace the output where it exists");
    command.add_option("--domains", options.domains_path, "Write what the shared-domain rule found here")
        ->type_name("FILE");
    command.add_option("--as-of", options.as_of, "The day of the data, for X-Data-Date [that of the newest record]")
        ->check([](const std::string& text) {
            return format::is_data_date(text) ? std::string() : expected_got("a day such as 2026-11-22", text);
        })
        ->type_name("DATE");
    command.add_flag(
        "--no-infer-places", [&options](std::int64_t) { options.infer_places = false; },
        "Leave records without a country or a city out of place filters, as they are");
    add_size_option(command, "--memory", options.memory_bytes, min_memory, max_memory,
                    "Memory for sorting, e.g. 512M, 2G [512M]");
    options.threads = Workers::available();
    add_number_option(command, "--threads", options.threads, 1U, Workers::max_threads,
                      "Threads [the processors this process may use]");
    command.add_option("--temp", options.temp_dir, "Folder for temporary files [that of the output]")->type_name("DIR");
    command.add_flag("--json", arguments.json, "Print the summary as one JSON object");
    command.add_flag("--quiet", arguments.quiet, "No progress, no summary (but --json)");
}

void add_max_record_option(CLI::App& command, std::size_t& max_record_bytes) {
    add_size_option(command, "--max-record", max_record_bytes, min_max_record, format::max_record_bytes,
                    "Refuse records above this size, minified, e.g. 64k, 4M; at most 16M [1M]");
}

int run_build_command(const BuildArguments& arguments,
                      Result<BuildSummary> (*build)(const BuildOptions&, const BuildProgress&),
                      std::string (*text)(const BuildSummary&), std::string (*json)(const BuildSummary&)) {
    remove_output_on_signals();
    ProgressDisplay display(stderr, ProgressDisplay::mode_for(stderr, arguments.quiet));
    const auto built =
        build(arguments.options, [&](const char* stage, std::uint64_t done, std::uint64_t total,
                                     std::uint64_t records) { display.report(stage, done, total, records); });
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
