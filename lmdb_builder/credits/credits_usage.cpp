#include "lmdb_builder/credits/credits.hpp"

#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/credits/credits_ledger.hpp"
#include "lmdb_builder/credits/usage_groups.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"
#include "lmdb_builder/terminal/text_table.hpp"

namespace bizrec::builder {
namespace {

using ledger::Ledger;
using Align = TextTable::Align;

constexpr const char* usage_examples = R"(
Examples:
  lmdb_builder credits usage ledger.mdb
  lmdb_builder credits usage ledger.mdb --team acme --from 2026-11-01 --to 2026-12-01
  lmdb_builder credits usage ledger.mdb --by minute --from 2026-11-22T12:00 --to 2026-11-22T12:10
  lmdb_builder credits usage --json ledger.mdb | jq -s 'map(.millicredits)|add'

Prints what teams have got on this edge: requests, rows and credits, by interval, team and endpoint,
all in UTC. --to is the first time that does not count, so that months follow each other without a
gap. Of old usage the ledger may have hours only (credits compact): they count by their first
minute, and are printed as hours.

Exit status: 0 printed, 1 no usable ledger, 2 wrong usage.)";

struct UsageArguments {
    std::string path;
    UsageQuery query;
    bool json = false;
};

std::string usage_json(const UsageGroup& of) {
    return "{\"start\":\"" + minute_text(of.begin) + "\",\"end\":\"" + minute_text(end_of(of.interval, of.begin)) +
           "\",\"team\":" + json_string(of.team) + ",\"endpoint\":\"" + std::string(endpoint_name(of.endpoint)) +
           "\",\"requests\":" + std::to_string(of.requests) + ",\"rows\":" + std::to_string(of.rows) +
           ",\"millicredits\":" + std::to_string(of.amount) + "}\n";
}

Status print_usage_lines(const Ledger::Transaction& txn, const UsageQuery& query) {
    return each_group(txn, query, [](const UsageGroup& group) { print_json(stdout, usage_json(group)); });
}

Status print_usage_table(const Ledger::Transaction& txn, const UsageQuery& query) {
    TextTable table({{"time", Align::left},
                     {"team", Align::left},
                     {"endpoint", Align::left},
                     {"requests", Align::right},
                     {"rows", Align::right},
                     {"credits", Align::right}});
    UsageGroup all;
    auto status = each_group(txn, query, [&](const UsageGroup& of) {
        table.add({interval_text(of.interval, of.begin), of.team, std::string(endpoint_name(of.endpoint)),
                   with_separators(of.requests), with_separators(of.rows), amount_text(of.amount)});
        all.requests += of.requests;
        all.rows += of.rows;
        all.amount += of.amount;
    });
    table.add({"total", "", "", with_separators(all.requests), with_separators(all.rows), amount_text(all.amount)});
    print_lines(stdout, status ? table.text() : "");
    return status;
}

int run_usage(const UsageArguments& arguments) {
    const auto ledger = open_ledger(arguments.path, Ledger::Mode::read);
    if (ledger == nullptr) {
        return exit_code::failed;
    }
    const auto txn = ledger->begin(Ledger::Mode::read);
    if (!txn) {
        return fail(txn.error().message);
    }
    const auto status = arguments.json ? print_usage_lines(txn.value(), arguments.query)
                                       : print_usage_table(txn.value(), arguments.query);
    return status ? exit_code::done : fail(status.error().message);
}

Options options_of(UsageArguments& to) {
    to.query.interval = Interval::day;
    return {ledger_argument(to.path),
            text_option("--team", "TEAM", to.query.team, "Only this team"),
            minute_option("--from", to.query.from, "First time to count [the beginning]"),
            minute_option("--to", to.query.to, "First time not to count [the end]"),
            interval_option(to.query.interval, Interval::month, "minute, hour, day or month [day]"),
            flag_option("--json", to.json, "Print one JSON object per line")};
}

}  // namespace

Command credits_usage() {
    return command_of<UsageArguments>("usage", "Show what teams have received, by time and endpoint", usage_examples,
                                      options_of, run_usage);
}

}  // namespace bizrec::builder
