#include "lmdb_builder/commands/commands.hpp"

#include "lmdb_builder/commands/list_in_force.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"
#include "lmdb_builder/suppression/change_list.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* init_examples = R"(
Examples:
  lmdb_builder suppress init /srv/bizrec --key private.pem

Writes an empty list, number 1, into a folder in which nothing is published yet, so that the first
`build --suppress DIR` can tell this folder from a mistyped path. Makes DIR if it is missing. A list
that DIR has already stays.

Exit status: 0 DIR has a list; 1 an I/O error; 2 wrong usage.)";

struct InitArguments {
    SuppressOptions options;
    bool quiet = false;
};

int run_init(const InitArguments& arguments) {
    remove_staging_on_signals();
    SuppressOptions options = arguments.options;
    options.begins = true;
    options.command = "suppress init";
    return tell_list_in_force(change_list(options), arguments.quiet);
}

Options options_of(InitArguments& to) {
    return joined_options(
        {{text_option("folder", "DIR", to.options.folder, "Folder of published indexes; made if it is missing")
              .required(),
          text_option("--key", "PEM", to.options.key_path, "Sign the list with this private key")},
         list_in_force_options(to.options.wait, to.quiet)});
}

}  // namespace

Command suppress_init() {
    return command_of<InitArguments>("init", "Write the empty first list of a new folder", init_examples, options_of,
                                     run_init);
}

}  // namespace bizrec::builder
