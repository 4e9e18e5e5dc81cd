#include "lmdb_builder/commands/commands.hpp"

#include <unistd.h>

#include <cstdio>

#include "bizrec/base/ascii.hpp"
#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/open_index.hpp"
#include "lmdb_builder/deltas/index_records.hpp"
#include "lmdb_builder/import/import_output.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"
#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* dump_examples = R"(
Examples:
  lmdb_builder dump -o records.jsonl index.mdb
  lmdb_builder dump index.mdb | zstd -o records.jsonl.zst
  lmdb_builder dump index.mdb | lmdb_builder build -o again.mdb -
  diff <(lmdb_builder dump monday.mdb) <(lmdb_builder dump tuesday.mdb)

Writes every record as JSON Lines, minified and otherwise as it came, in the order of the ids. So
the dumps of two nights differ in the lines of the records that changed. `diff` tells which fields.

Exit status: 0 written, 1 no usable index or an I/O error (FILE is as it was), 2 wrong usage.)";

struct DumpArguments {
    std::string path;
    std::string output;
    bool quiet = false;
};

/// Refuses names of packed files, because the output is not compressed.
std::string refuse_packed_name(const std::string& path) {
    for (const char* packed : {".gz", ".zst", ".bz2", ".xz"}) {
        if (ends_with(path, packed)) {
            return "dump writes plain JSON Lines: pack its standard output, as in `lmdb_builder dump INDEX | " +
                   std::string(ends_with(path, ".zst") ? "zstd -o" : "gzip >") + " FILE`";
        }
    }
    return {};
}

/// No progress bar without --output: it would mix with records on the terminal, or with the bar of the next command in
/// a pipe.
ProgressDisplay::Mode display_mode(const DumpArguments& arguments) {
    const auto mode = ProgressDisplay::mode_for(stderr, arguments.quiet || arguments.output.empty());
    return mode == ProgressDisplay::Mode::bar ? mode : ProgressDisplay::Mode::quiet;
}

int run_dump(const DumpArguments& arguments) {
    const auto generation = open_index(arguments.path);
    if (generation == nullptr) {
        return exit_code::failed;
    }
    remove_import_on_signals();
    ProgressDisplay display(stderr, display_mode(arguments));
    ImportOutput output(arguments.output);
    const bool is_shown = arguments.output.empty() && ::isatty(STDOUT_FILENO) == 1;
    std::uint64_t written = 0;
    std::string json;
    for (const std::uint32_t docid : docids_by_id(*generation)) {
        if (!read_record_json(*generation, docid, json)) {
            return fail(damaged_record(*generation, docid).message);
        }
        is_shown ? print_json(stdout, json += '\n') : output.write_line(json);
        ++written;
        display.report("dumping", written, generation->documents(), written);
    }
    output.finish();
    return exit_code::done;
}

Options options_of(DumpArguments& to) {
    return {index_argument(to.path), output_option(to.output).checked(refuse_packed_name),
            flag_option("--quiet", to.quiet, "No progress")};
}

}  // namespace

Command dump_command() {
    return command_of<DumpArguments>("dump", "Write an index's records as JSON Lines, in the order of their ids",
                                     dump_examples, options_of, run_dump);
}

}  // namespace bizrec::builder
