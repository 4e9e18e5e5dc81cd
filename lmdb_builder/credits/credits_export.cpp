#include "lmdb_builder/credits/credits.hpp"

#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/credits/credits_ledger.hpp"
#include "lmdb_builder/credits/ledger_export.hpp"
#include "lmdb_builder/credits/usage_events.hpp"
#include "lmdb_builder/terminal/print.hpp"

namespace bizrec::builder {
namespace {

using ledger::Ledger;

constexpr const char* export_examples = R"(
Examples:
  lmdb_builder credits export ledger.mdb > fra1.jsonl
  lmdb_builder credits export ledger.mdb | ssh nyc1 lmdb_builder credits import ledger.mdb -
  lmdb_builder credits export ledger.mdb --usage --by hour --since 2026-11-01

Prints what other edges need, and what `credits repair` needs: JSON Lines with a header, the
counters of all edges and teams that the ledger knows, and all grants. Amounts are integers of a
thousandth of a credit.

With --usage: events for metering services, one line for each interval, team and endpoint of this
edge. Each has an "id", and a line with the same id never says anything else: only intervals that
are over are printed (the server has written more than a minute after their end), so the same
command again, or with an earlier --since, does no harm. Give one service one INTERVAL for ever.

Exit status: 0 printed, 1 no usable ledger, 2 wrong usage.)";

struct ExportArguments {
    std::string path;
    bool usage = false;
    std::uint32_t since = 0;
    Interval interval = Interval::minute;
};

int run_export(const ExportArguments& arguments) {
    const auto ledger = open_ledger(arguments.path, Ledger::Mode::read);
    if (ledger == nullptr) {
        return exit_code::failed;
    }
    const Output print = [](std::string_view text) { print_json(stdout, text); };
    const auto status = arguments.usage ? export_events(*ledger, arguments.since, arguments.interval, print)
                                        : export_state(*ledger, unix_now(), print);
    return status ? exit_code::done : fail(status.error().message);
}

Options options_of(ExportArguments& to) {
    return {ledger_argument(to.path), flag_option("--usage", to.usage, "Events of usage instead"),
            minute_option("--since", to.since, "Only intervals that begin then or later").needs("--usage"),
            interval_option(to.interval, Interval::day, "minute, hour or day [minute]").needs("--usage")};
}

}  // namespace

Command credits_export() {
    return command_of<ExportArguments>("export", "Print what other edges and billing need", export_examples, options_of,
                                       run_export);
}

}  // namespace bizrec::builder
