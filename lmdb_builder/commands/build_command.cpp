#include <cstdio>

#include "lmdb_builder/build/build_index.hpp"
#include "lmdb_builder/build/output_file.hpp"
#include "lmdb_builder/build/workers.hpp"
#include "lmdb_builder/commands/build_summary_text.hpp"
#include "lmdb_builder/commands/command.hpp"
#include "lmdb_builder/commands/reject_limit_text.hpp"
#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t least_memory = 64U << 10;
constexpr std::uint64_t most_memory = std::uint64_t{1} << 50;  // what lies above was a negative number

// A feed whose shape has changed loses most of its records at once: 10 % is far above what honest feeds lose and far
// below that. Of few records each is a large share, so the first thousand refused ones are let pass.
constexpr const char* default_max_rejects = "10%";
constexpr std::uint64_t default_free_rejects = 1000;

constexpr const char* build_examples = R"(
Examples:
  lmdb_builder build -o /var/lib/bizrec/index.lmdb stores.jsonl.gz brands.jsonl.zst
  lmdb_builder build -o index.lmdb --rejects rejects.txt --memory 2G dumps/*.jsonl
  zcat part-*.gz | lmdb_builder build -o index.lmdb --force -

INPUT is JSON Lines, one record a line: plain, gzip or zstd (told by content), or - for
standard input. Lines that are no good records are counted and left out; --rejects names
each by file:line, field and reason; --strict and --max-rejects say when there are too many.
The same records and options give the same bytes,
whatever the order of the inputs. INDEX is replaced by rename, once the new one is whole.

Exit status: 0 built, 1 data or I/O error (INDEX is as it was), 2 wrong usage.)";

struct BuildArguments {
    BuildOptions options;
    std::string max_rejects;
    bool strict = false;
    bool json = false;
    bool quiet = false;
};

RejectLimit reject_limit(const BuildArguments& arguments) {
    RejectLimit limit;
    if (arguments.strict) {
        limit.records = 0;
        limit.text = "--strict";
    } else if (arguments.max_rejects.empty()) {
        read_reject_limit(default_max_rejects, limit);
        limit.free = default_free_rejects;
        limit.text = "--max-rejects (" + std::string(default_max_rejects) + " unless given)";
    } else {
        read_reject_limit(arguments.max_rejects, limit);
        limit.text = "--max-rejects " + arguments.max_rejects;
    }
    return limit;
}

int run_build(BuildArguments& arguments) {
    arguments.options.reject_limit = reject_limit(arguments);
    remove_output_on_signals();
    ProgressDisplay display(stderr, ProgressDisplay::mode_for(stderr, arguments.quiet));
    const auto built = build_index(arguments.options, [&](const char* stage, std::uint64_t done, std::uint64_t total) {
        display.report(stage, done, total);
    });
    display.end_stage();
    if (!built) {
        return fail(built.error().message);
    }
    if (arguments.json) {
        std::fputs(summary_json(built.value()).c_str(), stdout);
    } else if (!arguments.quiet) {
        std::fputs(summary_text(built.value()).c_str(), stdout);
    }
    return exit_code::done;
}

}  // namespace

void add_build_command(CLI::App& app, int& exit) {
    auto arguments = std::make_shared<BuildArguments>();
    BuildOptions& options = arguments->options;
    options.threads = Workers::available();
    CLI::App* command = app.add_subcommand("build", "Build an index from JSON Lines");
    command->footer(build_examples);
    command->add_option("-o,--output", options.output, "Index file to write")->required()->type_name("INDEX");
    command->add_option("inputs", options.inputs, "Record files, or - for standard input")
        ->required()
        ->type_name("INPUT");
    command->add_flag("--force", options.overwrite, "Replace INDEX where it exists");
    command->add_option("--rejects", options.rejects_path, "Write every refused line's place and reason here")
        ->type_name("FILE");
    CLI::Option* strict = command->add_flag("--strict", arguments->strict, "Fail where any record is refused");
    command
        ->add_option("--max-rejects", arguments->max_rejects,
                     "Fail where more records are refused: a number, or a share as in 1% [10%, but 1000 at least]")
        ->check([](const std::string& text) {
            RejectLimit ignored;
            return read_reject_limit(text, ignored) ? std::string()
                                                    : "expected a number of records (20) or a share of them (0.5%)";
        })
        ->excludes(strict)
        ->type_name("N|P%");
    command->add_option("--psl", options.suffix_list_path, "Public suffix list [Debian's package publicsuffix]")
        ->type_name("FILE");
    command->add_option("--domains", options.domains_path, "Write what the shared-domain rule found here")
        ->type_name("FILE");
    command->add_option("--memory", options.memory_bytes, "Memory for sorting, e.g. 512M, 2G [512M]")
        ->transform(CLI::AsSizeValue(false))
        ->check([](const std::string& bytes) {
            const unsigned long long memory = std::stoull(bytes);
            return memory < least_memory  ? std::string("at least 64k is needed")
                   : memory > most_memory ? std::string("expected a size from 64k to 1P")
                                          : std::string();
        })
        ->type_name("SIZE");
    command->add_option("--threads", options.threads, "Threads [the processors this process may use]")
        ->check(CLI::Range(1U, Workers::most_threads))
        ->type_name("N");
    command->add_option("--temp", options.temp_dir, "Folder for temporary files [that of INDEX]")->type_name("DIR");
    command->add_flag("--json", arguments->json, "Print the summary as one JSON object");
    command->add_flag("--quiet", arguments->quiet, "No progress, no summary (but --json)");
    command->callback([arguments, &exit] { exit = run_build(*arguments); });
}

}  // namespace bizrec::builder
