#include "lmdb_builder/commands/credits_export.hpp"

#include "lmdb_builder/accounting/ledger_export.hpp"
#include "lmdb_builder/commands/command.hpp"
#include "lmdb_builder/commands/credits_ledger.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

using ledger::Ledger;

constexpr const char* export_examples = R"(
Examples:
  lmdb_builder credits export ledger.mdb > fra1.jsonl
  lmdb_builder credits export ledger.mdb | ssh nyc1 lmdb_builder credits import ledger.mdb -

Prints what other edges need, and what `credits repair` needs: JSON Lines with a header, the
counters of all edges and teams that the ledger knows, and all grants. Amounts are integers of a
thousandth of a credit.

Exit status: 0 printed, 1 no usable ledger, 2 wrong usage.)";

struct ExportArguments {
    std::string path;
};

int run_export(const ExportArguments& arguments) {
    const auto ledger = open_ledger(arguments.path, Ledger::Mode::read);
    if (ledger == nullptr) {
        return exit_code::failed;
    }
    const auto status = export_state(*ledger, unix_now(), [](std::string_view text) { print_json(stdout, text); });
    return status ? exit_code::done : fail(status.error().message);
}

}  // namespace

void add_credits_export(CLI::App& credits, int& exit) {
    auto arguments = std::make_shared<ExportArguments>();
    CLI::App* command = credits.add_subcommand("export", "Print what other edges and billing need");
    command->footer(export_examples);
    add_ledger_argument(*command, arguments->path);
    command->callback([arguments, &exit] { exit = run_export(*arguments); });
}

}  // namespace bizrec::builder
