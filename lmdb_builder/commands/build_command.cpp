#include "lmdb_builder/commands/commands.hpp"

#include "lmdb_builder/command_line/option_values.hpp"
#include "lmdb_builder/commands/build_options.hpp"
#include "lmdb_builder/commands/build_summary_text.hpp"
#include "lmdb_builder/commands/input_options.hpp"
#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* build_examples = R"(
Examples:
  lmdb_builder build -o /var/lib/bizrec/index.mdb stores.jsonl.gz brands.jsonl.zst
  lmdb_builder build -o index.mdb --rejects rejects.txt --memory 2G dumps/*.jsonl
  zcat part-*.gz | lmdb_builder build -o index.mdb --force -
  lmdb_builder build --shard 3/16 -o runs/3.run dumps/*.jsonl     (then: lmdb_builder merge)

INPUT is JSON Lines, one record a line: plain, gzip or zstd (recognised by content), or - for
standard input. Bad lines are counted and left out. --rejects names each by file:line, field
and reason. --report names websites that find no record. --strict and --max-rejects set how
many bad lines are too many. The same records and options give the same bytes, in any order of
the inputs. INDEX is replaced by rename, once the new one is complete.

Exit status: 0 built, 1 data or I/O error (INDEX is as it was), 2 wrong usage.)";

struct InputArguments : BuildArguments {
    RejectArguments rejects;
};

bool is_run_wanted(const Given& given) {
    return given.has("--shard") || given.has("--part");
}

/// The error if only a run is built and an option such as --domains was given, which concerns the whole index and
/// belongs to `merge`. "" if there is none.
std::string problem_of_run(const Given& given) {
    for (const char* const of_merge : {"--domains", "--as-of", "--no-infer-places"}) {
        if (is_run_wanted(given) && given.has(of_merge)) {
            return std::string(of_merge) +
                   ": has no effect on a run of --shard or --part; give it to lmdb_builder merge, which decides it";
        }
    }
    return {};
}

int run_build(InputArguments& arguments, const Given& given) {
    arguments.options.reject_limit = reject_limit(arguments.rejects);
    return is_run_wanted(given) ? run_build_command(arguments, build_run, run_summary_text, run_summary_json)
                                : run_build_command(arguments, build_index, summary_text, summary_json);
}

Options options_of(InputArguments& to) {
    BuildOptions& options = to.options;
    return joined_options(
        {{text_option("-o,--output", "INDEX", options.output, "Index file to write").required(),
          list_option("inputs", "INPUT", options.inputs, "Record files, or - for standard input").required(),
          text_option("--rejects", "FILE", options.rejects_path, "File for the place and reason of each refused line"),
          text_option("--report", "FILE", options.report_path, "File for each unusable website and the reason"),
          truncated_option(options.allow_truncated), max_record_option(options.max_record_bytes),
          flag_option(
              "--canonical", options.canonical,
              "Deliver records with the field names and formats of the API's description, instead of unchanged"),
          text_option(
              "--suppress", "LIST", options.suppress_path,
              "Leave out the records and parts on this list of suppressions: a published folder, or NUMBER.suppressed"),
          text_option("--hashes", "STORE", options.hashes_path,
                      "Leave out the people on these deletion lists: a folder made by `suppress import-drop`"),
          text_option("--psl", "FILE", options.suffix_list_path, "Public suffix list [Debian's package publicsuffix]"),
          text_option("--rules", "DIR", options.rule_folder,
                      "Folder of rule files, see docs/identity.md [compiled in]"),
          parsed_option("--shard", "I/N", options.shard, "Write a run of the I-th of N shares of the ids, for merge",
                        parse_fraction),
          parsed_option("--part", "I/N", options.part, "Write a run of these inputs, the I-th of N lots, for merge",
                        parse_fraction)},
         reject_options(to.rejects, "Fail if any record is refused"),
         shared_build_options(to)});
}

}  // namespace

Command build_command() {
    Command command =
        command_of<InputArguments>("build", "Build an index from JSON Lines", build_examples, options_of, run_build);
    command.problem_of = problem_of_run;
    return command;
}

}  // namespace bizrec::builder
