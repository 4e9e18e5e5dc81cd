#include "lmdb_builder/commands/merge_command.hpp"

#include "lmdb_builder/commands/build_options.hpp"
#include "lmdb_builder/commands/build_summary_text.hpp"
#include "lmdb_builder/commands/command.hpp"
#include "lmdb_builder/stages/merge_runs.hpp"
#include "lmdb_builder/stages/shard_build.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* merge_examples = R"(
Examples:
  parallel lmdb_builder build --shard {}/4 -o {}.run dumps/*.jsonl ::: 1 2 3 4
  lmdb_builder merge -o index.lmdb *.run

RUN is what `lmdb_builder build` writes with --shard or --part. All runs of one split are
needed, in any order; what one build of all their inputs would give comes out, byte for
byte. INDEX is replaced by rename, once the new one is whole. The runs stay.

Exit status: 0 built, 1 data or I/O error (INDEX is as it was), 2 wrong usage.)";

}  // namespace

void add_merge_command(CLI::App& app, int& exit) {
    auto arguments = std::make_shared<BuildArguments>();
    CLI::App* command = app.add_subcommand("merge", "Build an index from the runs of build --shard");
    command->footer(merge_examples);
    command->add_option("-o,--output", arguments->options.output, "Index file to write")
        ->required()
        ->type_name("INDEX");
    command->add_option("runs", arguments->options.inputs, "Run files")->required()->type_name("RUN");
    add_shared_build_options(*command, *arguments);
    command->callback(
        [arguments, &exit] { exit = run_build_command(*arguments, merge_runs, summary_text, summary_json); });
}

}  // namespace bizrec::builder
