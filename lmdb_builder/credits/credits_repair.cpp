#include "lmdb_builder/credits/credits.hpp"

#include <unistd.h>

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/credits/credits_ledger.hpp"
#include "lmdb_builder/credits/ledger_import.hpp"
#include "lmdb_builder/credits/ledger_repair.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"
#include "lmdb_builder/terminal/text_table.hpp"

namespace bizrec::builder {
namespace {

using ledger::Ledger;
using Align = TextTable::Align;

constexpr const char* repair_examples = R"(
Examples:
  lmdb_builder credits repair new.mdb --export last.jsonl --log access.log.1.gz --log access.log
  lmdb_builder credits repair new.mdb --export last.jsonl --edge fra2

Makes a new ledger in the place of one that is lost, damaged or a copy: from its last export (a file
of `credits export`) and the access log of the time since. All grants and counters of the export
come over. What the old ledger had charged stands under its old id: what the export says of the
minutes that were closed, and what the log says of the minutes after; at least what the export says
in all. A request that stands in the log twice counts once. The new ledger has the same name with a
new id, and counts from 0, so that it can never hide charges of the old one.

End the server of the old ledger first. Then put NEW in its place, start the server, and import the
last exports of the other edges.

Exit status: 0 made, 1 refused, or an I/O error, 2 wrong usage.)";

struct RepairArguments {
    std::string path, export_path, edge;
    std::vector<std::string> logs;
    LogFields fields;
};

std::string name_of_edge(const std::string& edge_id) {
    return edge_id.substr(0, edge_id.find('/'));
}

Status write_new(Ledger& ledger, const std::vector<ExchangeLine>& exported, const Repair& repair) {
    auto txn = ledger.begin(Ledger::Mode::write);
    if (!txn) {
        return txn.error();
    }
    const auto status = apply_repair(txn.value(), exported, repair);
    return status ? txn.value().commit() : status;
}

/// Makes a new ledger and returns its edge id. After a failure, removes the unfinished file.
Result<std::string> make_repaired(const std::string& path, const std::string& edge,
                                  const std::vector<ExchangeLine>& exported, const Repair& repair) {
    if (auto status = Ledger::create(path, edge, unix_now()); !status) {
        return status.error();
    }
    auto ledger = Ledger::open(path, Ledger::Mode::write);
    const auto status = ledger ? write_new(*ledger.value(), exported, repair) : Status(ledger.error());
    if (!status) {
        ::unlink(path.c_str());
        ::unlink((path + "-lock").c_str());
        return status.error();
    }
    return ledger.value()->about().edge_id();
}

std::string repair_text(const RepairArguments& arguments, const std::string& edge_id, const Repair& repair) {
    TextTable table({{"team", Align::left},
                     {"spent at the export", Align::right},
                     {"closed of it", Align::right},
                     {"logged since", Align::right},
                     {"spent", Align::right}});
    for (const auto& [team, of] : repair.counters) {
        table.add(
            {team, amount_text(of.exported), amount_text(of.closed), amount_text(of.logged), amount_text(of.spent())});
    }
    const std::string since = repair.header.closed_minute == 0
                                  ? std::string("all of the log counts")
                                  : "the log counts from " + minute_text(repair.header.closed_minute + 1);
    return text::visible(arguments.path) + ": the ledger of edge " + edge_id + ", in the place of " +
           repair.header.edge_id + "\nexport of " + time_text(repair.header.exported_unix_s) + "; " +
           (arguments.logs.empty() ? "no log was given: what was charged since is lost" : since) + "\n" +
           counted(repair.grants, "grant", "grants") + ", " + counted(repair.other_counters, "counter", "counters") +
           " of other edges\n" +
           (repair.doubled_lines > 0 ? counted(repair.doubled_lines, "line of the log repeats a request and does",
                                               "lines of the log repeat a request and do") +
                                           " not count\n"
                                     : "") +
           (table.empty() ? "" : table.text());
}

int run_repair(const RepairArguments& arguments) {
    const auto exported = read_exchange(arguments.export_path);
    if (!exported) {
        return fail(exported.error().message);
    }
    const auto repair = plan_repair(exported.value(), arguments.logs, arguments.fields);
    if (!repair) {
        return fail(repair.error().message);
    }
    const std::string edge = arguments.edge.empty() ? name_of_edge(repair.value().header.edge_id) : arguments.edge;
    const auto made = make_repaired(arguments.path, edge, exported.value(), repair.value());
    if (!made) {
        return fail(made.error().message);
    }
    warn_of_lines(repair.value().lines);
    print_lines(stdout, repair_text(arguments, made.value(), repair.value()));
    return exit_code::done;
}

Options options_of(RepairArguments& to) {
    return joined_options(
        {{text_option("new", "NEW", to.path, "File to make").required(),
          text_option("--export", "FILE", to.export_path, "The last export of the old ledger, or - for standard input")
              .required(),
          list_option("--log", "LOG", to.logs, "Access log since the export; may be repeated").repeated(),
          edge_option(to.edge, "Name of the edge [that of the export]")},
         field_options(to.fields)});
}

}  // namespace

Command credits_repair() {
    return command_of<RepairArguments>("repair", "Make a new ledger of an export and the access log", repair_examples,
                                       options_of, run_repair);
}

}  // namespace bizrec::builder
