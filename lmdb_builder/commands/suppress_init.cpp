#include "lmdb_builder/commands/commands.hpp"

#include <cstdio>

#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"
#include "lmdb_builder/suppression/change_list.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* init_examples = R"(
Examples:
  lmdb_builder suppress init /srv/bizrec --key private.pem

Writes an empty list, number 1, into a folder in which nothing is published yet, so that the first
`build --suppress DIR` can tell this folder from a mistyped path. A list that DIR has already stays.

Exit status: 0 DIR has a list; 1 no such folder, or an I/O error; 2 wrong usage.)";

struct InitArguments {
    SuppressOptions options;
    bool quiet = false;
};

int run_init(const InitArguments& arguments) {
    remove_staging_on_signals();
    SuppressOptions options = arguments.options;
    options.begins = true;
    options.command = "suppress init";
    const auto begun = change_list(options);
    if (!begun) {
        return fail(begun.error().message);
    }
    if (!arguments.quiet) {
        print_lines(stdout, "list " + std::to_string(begun.value().list) + " is in force, " +
                                counted(begun.value().entries, "entry", "entries") + "\n");
    }
    return exit_code::done;
}

Options options_of(InitArguments& to) {
    return {text_option("folder", "DIR", to.options.folder, "Folder of published indexes; it must exist").required(),
            text_option("--key", "PEM", to.options.key_path, "Sign the list with this private key"),
            flag_option("--wait", to.options.wait, "Wait for another command that changes DIR"),
            flag_option("--quiet", to.quiet, "No summary")};
}

}  // namespace

Command suppress_init() {
    return command_of<InitArguments>("init", "Write the empty first list of a new folder", init_examples, options_of,
                                     run_init);
}

}  // namespace bizrec::builder
