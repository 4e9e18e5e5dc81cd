#include "lmdb_builder/commands/commands.hpp"

#include <cstdio>

#include "lmdb_builder/command_line/option.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/commands/forget_text.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"
#include "lmdb_builder/suppression/forget_copies.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* forget_examples = R"(
Examples:
  lmdb_builder forget --key /etc/bizrec/private.pem /srv/bizrec
  lmdb_builder forget /srv/bizrec /var/lib/bizrec/index.mdb /var/lib/bizrec/rejects.txt
  lmdb_builder forget /var/lib/bizrec/published
  lmdb_builder forget --generation cef2441186e04449 /srv/bizrec

Removes each generation of DIR that has anything of what the list of suppressions names, and all
files with its name: packed files, deltas; and what killed runs, and transfers in the folder
`incoming` beside DIR, have left. Then looks into all that is left, and into each FILE, which is
never removed. What DIR/current or DIR/current.json names stays: `publish --purge` replaces it.
Rollback to what is removed is no longer possible. Each run leaves a line in DIR/suppressions.log.

Exit status: 0 nothing of the list is left, or there is no list; 1 something is left, or a file
could not be searched, with a line for each file and what to do, or an I/O error; 2 wrong usage.)";

struct ForgetArguments {
    ForgetOptions options;
    bool json = false;
    bool quiet = false;
};

int run_forget(const ForgetArguments& arguments) {
    remove_staging_on_signals();
    const auto forgotten = forget_copies(arguments.options);
    if (!forgotten) {
        return fail(forgotten.error().message);
    }
    print_summary(stdout, arguments.json, arguments.quiet, forget_json(forgotten.value()) + "\n",
                  forget_text(forgotten.value(), arguments.options.folder));
    return tell_held(forgotten.value());
}

Options options_of(ForgetArguments& to) {
    ForgetOptions& options = to.options;
    return joined_options(
        {{text_option("folder", "DIR", options.folder, "Folder of published indexes").required(),
          list_option("files", "FILE", options.files, "Further files to search: indexes, rejects, inputs"),
          list_option("--generation", "GENERATION", options.generations,
                      "Remove this generation, too, whatever it contains")
              .repeated(),
          text_option("--key", "PEM", options.key_path, "Sign DIR/current.json anew, without the removed deltas"),
          flag_option("--wait", options.wait, "Wait until no other command changes DIR and no pull runs")},
         summary_options(to.json, to.quiet)});
}

}  // namespace

Command forget_command() {
    return command_of<ForgetArguments>("forget", "Remove older generations that contain suppressed data",
                                       forget_examples, options_of, run_forget);
}

}  // namespace bizrec::builder
