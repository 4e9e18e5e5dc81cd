#include "lmdb_builder/commands/commands.hpp"

#include <cstdio>

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/open_index.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"
#include "lmdb_builder/terminal/progress_display.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* verify_examples = R"(
Example:
  lmdb_builder verify /var/lib/bizrec/index.mdb

Checks the sealing page, the SHA-256 over the whole file, each section's checksum, and that
every structure keeps its rules: docids in range, lists ascending, offsets inside, rows that
are records as build accepts them. Run it on the edge server after each transfer, before the rename.

Exit status: 0 sound, 1 damaged, foreign, truncated, newer or unreadable, 2 wrong usage.)";

struct VerifyArguments {
    std::string path;
    bool quiet = false;
};

int run_verify(const VerifyArguments& arguments) {
    const auto generation = open_whole_index(arguments.path);
    if (generation == nullptr) {
        return exit_code::failed;
    }
    ProgressDisplay display(stderr, ProgressDisplay::mode_for(stderr, arguments.quiet));
    const auto show = [](std::uint64_t done, std::uint64_t total, void* context) {
        static_cast<ProgressDisplay*>(context)->report("verifying", done, total);
    };
    const Status sound = store::verify_structure(*generation, show, &display);
    display.end_stage();
    if (!sound) {
        return fail(sound.error().message);
    }
    if (!arguments.quiet) {
        print_lines(stdout, text::visible(arguments.path) + ": sound, " +
                                counted(generation->documents(), "document", "documents") + ", generation " +
                                generation->name() + '\n');
    }
    return exit_code::done;
}

Options options_of(VerifyArguments& to) {
    return {index_argument(to.path), flag_option("--quiet", to.quiet, "Print nothing if the index is sound")};
}

}  // namespace

Command verify_command() {
    return command_of<VerifyArguments>("verify", "Check an index from the first byte to the last", verify_examples,
                                       options_of, run_verify);
}

}  // namespace bizrec::builder
