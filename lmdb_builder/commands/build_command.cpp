#include <cstdio>

#include "lmdb_builder/build/build_index.hpp"
#include "lmdb_builder/build/output_file.hpp"
#include "lmdb_builder/commands/build_summary_text.hpp"
#include "lmdb_builder/commands/command.hpp"
#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

constexpr std::uint64_t least_memory = 64U << 10;
constexpr std::uint64_t most_memory = std::uint64_t{1} << 50;  // what lies above was a negative number

constexpr const char* build_examples = R"(
Examples:
  lmdb_builder build -o /var/lib/bizrec/index.lmdb stores.jsonl.gz brands.jsonl.zst
  lmdb_builder build -o index.lmdb --rejects rejects.txt --memory 2G dumps/*.jsonl
  zcat part-*.gz | lmdb_builder build -o index.lmdb --force -

INPUT is JSON Lines, one record a line: plain, gzip or zstd (told by content), or - for
standard input. Lines that are no good records are counted and left out; --rejects names
each by file:line, field and reason. The same records and options give the same bytes,
whatever the order of the inputs. INDEX is replaced by rename, once the new one is whole.

Exit status: 0 built, 1 data or I/O error (INDEX is as it was), 2 wrong usage.)";

struct BuildArguments {
    BuildOptions options;
    bool json = false;
    bool quiet = false;
};

int run_build(const BuildArguments& arguments) {
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
    CLI::App* command = app.add_subcommand("build", "Build an index from JSON Lines");
    command->footer(build_examples);
    command->add_option("-o,--output", options.output, "Index file to write")->required()->type_name("INDEX");
    command->add_option("inputs", options.inputs, "Record files, or - for standard input")
        ->required()
        ->type_name("INPUT");
    command->add_flag("--force", options.overwrite, "Replace INDEX where it exists");
    command->add_option("--rejects", options.rejects_path, "Write every refused line's place and reason here")
        ->type_name("FILE");
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
    command->add_option("--temp", options.temp_dir, "Folder for temporary files [that of INDEX]")->type_name("DIR");
    command->add_flag("--json", arguments->json, "Print the summary as one JSON object");
    command->add_flag("--quiet", arguments->quiet, "No progress, no summary (but --json)");
    command->callback([arguments, &exit] { exit = run_build(*arguments); });
}

}  // namespace bizrec::builder
