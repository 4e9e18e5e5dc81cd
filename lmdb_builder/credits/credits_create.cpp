#include "lmdb_builder/credits/credits.hpp"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/credits/credits_ledger.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* create_examples = R"(
Examples:
  install -d -o www-data -g www-data -m 750 /var/lib/bizrec/credits
  lmdb_builder credits create /var/lib/bizrec/credits/ledger.mdb
  lmdb_builder credits create /var/lib/bizrec/credits/ledger.mdb --edge fra1

Makes an empty ledger, which must not exist. Each edge writes one of its own, under a name that no
other edge has: by default the host's name. Next to LEDGER there is LEDGER-lock, which belongs to
it. The workers of nginx write both: as root, both are given to the owner of the folder.

Exit status: 0 made, 1 it exists or cannot be made, 2 wrong usage.)";

struct CreateArguments {
    std::string path, edge;
};

std::string owner_text(const std::string& path) {
    struct stat s {};
    if (::geteuid() != 0 || ::stat(path.c_str(), &s) != 0) {
        return {};
    }
    const passwd* const user = ::getpwuid(s.st_uid);
    const std::string name = user != nullptr ? user->pw_name : std::to_string(s.st_uid);
    return "It and its \"-lock\" belong to " + name + ", the owner of the folder" +
           (s.st_uid == 0 ? "; give them and the folder to the user of nginx's workers" : "") + ".\n";
}

int run_create(const CreateArguments& arguments) {
    const auto edge = arguments.edge.empty() ? edge_of_host() : Result<std::string>(arguments.edge);
    if (!edge) {
        return fail(edge.error().message);
    }
    if (const auto status = ledger::Ledger::create(arguments.path, edge.value(), unix_now()); !status) {
        return fail(status.error().message);
    }
    const auto ledger = open_ledger(arguments.path, ledger::Ledger::Mode::read);
    if (ledger == nullptr) {
        return exit_code::failed;
    }
    print_lines(stdout, text::visible(arguments.path) + ": the ledger of edge " + ledger->about().edge_id() + "\n" +
                            owner_text(arguments.path));
    return exit_code::done;
}

Options options_of(CreateArguments& to) {
    return {ledger_argument(to.path, "File to make"), edge_option(to.edge, "Name of this edge [the host's name]")};
}

}  // namespace

Command credits_create() {
    return command_of<CreateArguments>("create", "Make an empty ledger", create_examples, options_of, run_create);
}

}  // namespace bizrec::builder
