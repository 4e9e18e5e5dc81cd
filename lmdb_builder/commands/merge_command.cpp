#include "lmdb_builder/commands/commands.hpp"

#include "lmdb_builder/commands/build_options.hpp"
#include "lmdb_builder/commands/build_summary_text.hpp"
#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* merge_examples = R"(
Examples:
  parallel lmdb_builder build --shard {}/4 -o {}.run dumps/*.jsonl ::: 1 2 3 4
  lmdb_builder merge -o index.mdb *.run
  lmdb_builder merge --suppress /srv/bizrec -o index.mdb *.run

RUN is what `lmdb_builder build` writes with --shard or --part. All runs of one split are
needed, in any order; what one build of all their inputs would give comes out, byte for
byte. INDEX is replaced by rename, once the new one is whole. The runs stay.

Exit status: 0 built, 1 data or I/O error (INDEX is as it was), 2 wrong usage.)";

int run_merge(const BuildArguments& arguments) {
    return run_build_command(arguments, merge_runs, summary_text, summary_json);
}

Options options_of(BuildArguments& to) {
    return joined_options({{text_option("-o,--output", "INDEX", to.options.output, "Index file to write").required(),
                            list_option("runs", "RUN", to.options.inputs, "Run files").required(),
                            text_option("--suppress", "LIST", to.options.suppress_path,
                                        "Leave out the records and parts on this list of suppressions: a published "
                                        "folder, or NUMBER.suppressed; runs need not have been built with it"),
                            text_option("--hashes", "STORE", to.options.hashes_path,
                                        "Leave out the people on these deletion lists: a folder made by `suppress "
                                        "import-drop`; runs need not have been built with it"),
                            text_option("--rules", "DIR", to.options.rule_folder,
                                        "With --hashes: folder with deletion_hashes.txt [compiled in]; all other "
                                        "rules are those of the runs")
                                .needs("--hashes")},
                           shared_build_options(to)});
}

}  // namespace

Command merge_command() {
    return command_of<BuildArguments>("merge", "Build an index from the runs of build --shard", merge_examples,
                                      options_of, run_merge);
}

}  // namespace bizrec::builder
