#include "lmdb_builder/commands/commands.hpp"

#include "lmdb_builder/commands/list_in_force.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"
#include "lmdb_builder/suppression/take_list.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* take_examples = R"(
Examples:
  lmdb_builder suppress take --trust /etc/bizrec/trust.pem incoming/7.suppressed published

Puts a list that another folder has in force into force here: what an edge does with the list of
its builder. The list in force stays where LIST is damaged, not signed by a key of --trust, or older.

Exit status: 0 in force, now or before; 1 LIST is no good, or an I/O error; 2 wrong usage.)";

struct TakeArguments {
    TakeOptions options;
    bool quiet = false;
};

int run_take(const TakeArguments& arguments) {
    remove_staging_on_signals();
    return tell_list_in_force(take_list(arguments.options), arguments.quiet);
}

Options options_of(TakeArguments& to) {
    return joined_options(
        {{text_option("list", "LIST", to.options.file, "NUMBER.suppressed of the other folder").required(),
          text_option("folder", "DIR", to.options.folder, "Folder of published indexes").required(),
          text_option("--trust", "PEM", to.options.trust_path, "Require that one of these keys signed LIST")},
         list_in_force_options(to.options.wait, to.quiet)});
}

}  // namespace

Command suppress_take() {
    return command_of<TakeArguments>("take", "Put the list of another folder into force", take_examples, options_of,
                                     run_take);
}

}  // namespace bizrec::builder
