#include "lmdb_builder/credits/credits.hpp"

#include <string>

#include "bizrec/base/json_text.hpp"
#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/credits/credits_ledger.hpp"
#include "lmdb_builder/credits/ledger_export.hpp"
#include "lmdb_builder/credits/usage_groups.hpp"
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

/// The interval as a part of an event's id: its start and duration, as ISO 8601 writes intervals, so that the first
/// hour of a day and the day are different events. A minute has only its start, because metering services have already
/// received such ids.
std::string interval_id(const std::string& start, std::uint32_t seconds) {
    return seconds == 60 ? start : start + "/PT" + std::to_string(seconds) + "S";
}

std::string event_of(const std::string& edge_id, const UsageGroup& group) {
    const std::string start = minute_text(group.begin);
    const std::string endpoint(endpoint_name(group.endpoint));
    const std::uint32_t seconds = (end_of(group.interval, group.begin) - group.begin) * 60;
    std::string line = "{\"id\":";
    append_json_string(line, edge_id + "/" + group.team + "/" + endpoint + "/" + interval_id(start, seconds));
    line += ",\"edge\":\"" + edge_id + "\",\"team\":";  // names of edges contain no characters to escape
    append_json_string(line, group.team);
    return line + ",\"endpoint\":\"" + endpoint + "\",\"start\":\"" + start +
           "\",\"seconds\":" + std::to_string(seconds) + ",\"requests\":" + std::to_string(group.requests) +
           ",\"rows\":" + std::to_string(group.rows) + ",\"millicredits\":" + std::to_string(group.amount) + "}\n";
}

/// The first minute, `since` or later, from which on the ledger has all usage by the minute. If the ledger has hourly
/// sums that end after `since`, it is the end of the last of these hours; otherwise it is `since`.
Result<std::uint32_t> first_with_minutes(const ledger::Ledger::Transaction& txn, std::uint32_t since) {
    std::uint32_t first = since;
    const auto status = txn.each_usage(begin_of(Interval::hour, since), [&first](const ledger::Usage& usage) {
        if (usage.is_hour) {
            first = end_of(Interval::hour, usage.minute);
        }
        return usage.minute < first || usage.is_hour;
    });
    return status ? Result<std::uint32_t>(first) : status.error();
}

Status check_has_minutes(const ledger::Ledger::Transaction& txn, std::uint32_t since) {
    const auto first = first_with_minutes(txn, since);
    if (!first) {
        return first.error();
    }
    return first.value() == since ? ok()
                                  : Status(Error{"the ledger has usage before " + minute_text(first.value()) +
                                                 " by the hour only (credits compact); give --by hour, or --since " +
                                                 minute_text(first.value())});
}

/// Writes a JSON line for each finished interval, team and endpoint; the first interval begins at `since` or later.
/// Lines with the same "id" are always equal. Fails if minutes are wanted but the ledger has hourly sums after `since`.
Status export_events(ledger::Ledger& ledger, std::uint32_t since, Interval interval, const Output& output) {
    const auto begun = ledger.begin(ledger::Ledger::Mode::read);
    if (!begun) {
        return begun.error();
    }
    const auto session = begun.value().session();
    if (!session) {
        return session.error();
    }
    if (interval == Interval::minute) {
        if (auto status = check_has_minutes(begun.value(), since); !status) {
            return status;
        }
    }
    UsageQuery query;
    query.from = begin_of(interval, since) == since ? since : end_of(interval, begin_of(interval, since));
    query.to = begin_of(interval, closed_minute(session.value()) + 1);
    query.interval = interval;
    return each_group(begun.value(), query,
                      [&](const UsageGroup& group) { output(event_of(ledger.about().edge_id(), group)); });
}

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
    return {ledger_argument(to.path), flag_option("--usage", to.usage, "Print events of usage instead"),
            minute_option("--since", to.since, "Only intervals that begin at this time or later").needs("--usage"),
            interval_option(to.interval, Interval::day, "minute, hour or day [minute]").needs("--usage")};
}

}  // namespace

Command credits_export() {
    return command_of<ExportArguments>("export",
                                       "Print the sums that other edges need, or the usage that billing needs",
                                       export_examples, options_of, run_export);
}

}  // namespace bizrec::builder
