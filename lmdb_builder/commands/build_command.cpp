#include "lmdb_builder/commands/build_command.hpp"

#include "lmdb_builder/commands/build_options.hpp"
#include "lmdb_builder/commands/build_summary_text.hpp"
#include "lmdb_builder/commands/command.hpp"
#include "lmdb_builder/commands/option_values.hpp"
#include "lmdb_builder/commands/reject_limit_text.hpp"
#include "lmdb_builder/stages/shard_build.hpp"

namespace bizrec::builder {
namespace {

// A feed whose shape has changed loses most of its records at once: 10 % is far above what honest feeds lose and far
// below that. Of few records each is a large share, so the first thousand refused ones are let pass.
constexpr const char* default_max_rejects = "10%";
constexpr std::uint64_t default_free_rejects = 1000;

constexpr const char* build_examples = R"(
Examples:
  lmdb_builder build -o /var/lib/bizrec/index.lmdb stores.jsonl.gz brands.jsonl.zst
  lmdb_builder build -o index.lmdb --rejects rejects.txt --memory 2G dumps/*.jsonl
  zcat part-*.gz | lmdb_builder build -o index.lmdb --force -
  lmdb_builder build --shard 3/16 -o runs/3.run dumps/*.jsonl     (then: lmdb_builder merge)

INPUT is JSON Lines, one record a line: plain, gzip or zstd (told by content), or - for
standard input. Lines that are no good records are counted and left out; --rejects names
each by file:line, field and reason; --report names websites that find nobody; --strict and --max-rejects say when there are too many.
The same records and options give the same bytes,
whatever the order of the inputs. INDEX is replaced by rename, once the new one is whole.

Exit status: 0 built, 1 data or I/O error (INDEX is as it was), 2 wrong usage.)";

struct InputArguments : BuildArguments {
    std::string max_rejects;
    bool strict = false;
};

RejectLimit reject_limit(const InputArguments& arguments) {
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

bool is_run_wanted(const CLI::App& command) {
    return command.count("--shard") + command.count("--part") != 0;
}

/// What merge does or tells of the whole index.
void refuse_options_of_merge(const CLI::App& command) {
    for (const char* const of_merge : {"--domains", "--as-of", "--no-infer-places"}) {
        if (command.count(of_merge) != 0) {
            throw CLI::ValidationError(
                of_merge,
                "has no effect on a run of --shard or --part; give it to lmdb_builder merge, which decides it");
        }
    }
}

int run_build(InputArguments& arguments, bool as_run) {
    arguments.options.reject_limit = reject_limit(arguments);
    return as_run ? run_build_command(arguments, build_run, run_summary_text, run_summary_json)
                  : run_build_command(arguments, build_index, summary_text, summary_json);
}

void add_fraction(CLI::App& command, const char* name, Fraction& fraction, const char* description) {
    command
        .add_option_function<std::string>(
            name, [&fraction](const std::string& text) { fraction = parse_fraction(text).value(); }, description)
        ->check([](const std::string& text) {
            const Result<Fraction> parsed = parse_fraction(text);
            return parsed ? std::string() : parsed.error().message;
        })
        ->type_name("I/N");
}

}  // namespace

void add_build_command(CLI::App& app, int& exit) {
    auto arguments = std::make_shared<InputArguments>();
    BuildOptions& options = arguments->options;
    CLI::App* command = app.add_subcommand("build", "Build an index from JSON Lines");
    command->footer(build_examples);
    command->add_option("-o,--output", options.output, "Index file to write")->required()->type_name("INDEX");
    command->add_option("inputs", options.inputs, "Record files, or - for standard input")
        ->required()
        ->type_name("INPUT");
    command->add_option("--rejects", options.rejects_path, "Write every refused line's place and reason here")
        ->type_name("FILE");
    command->add_option("--report", options.report_path, "Write every unusable website and its reason here")
        ->type_name("FILE");
    CLI::Option* strict = command->add_flag("--strict", arguments->strict, "Fail where any record is refused");
    command
        ->add_option("--max-rejects", arguments->max_rejects,
                     "Fail where more records are refused: a number, or a share as in 1% [10%, but 1000 at least]")
        ->check([](const std::string& text) {
            RejectLimit ignored;
            return read_reject_limit(text, ignored)
                       ? std::string()
                       : expected_got("a number of records, as in 20, or a share of them from 0% to 100%, as in 0.5%",
                                      text);
        })
        ->excludes(strict)
        ->type_name("N|P%");
    add_max_record_option(*command, options.max_record_bytes);
    command->add_flag("--canonical", options.canonical,
                      "Deliver records with the names and shapes of the API's description, not as they came");
    command->add_option("--psl", options.suffix_list_path, "Public suffix list [Debian's package publicsuffix]")
        ->type_name("FILE");
    command->add_option("--rules", options.rule_folder, "Folder of rule files, see docs/identity.md [compiled in]")
        ->type_name("DIR");
    add_fraction(*command, "--shard", options.shard, "Write a run of the I-th of N shares of the ids, for merge");
    add_fraction(*command, "--part", options.part, "Write a run of these inputs, the I-th of N lots, for merge");
    add_shared_build_options(*command, *arguments);
    command->callback([arguments, command, &exit] {
        const bool as_run = is_run_wanted(*command);
        if (as_run) {
            refuse_options_of_merge(*command);
        }
        exit = run_build(*arguments, as_run);
    });
}

}  // namespace bizrec::builder
