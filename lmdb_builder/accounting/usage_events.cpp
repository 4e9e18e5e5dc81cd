#include "lmdb_builder/accounting/usage_events.hpp"

#include <string>

#include "bizrec/base/json_text.hpp"
#include "lmdb_builder/accounting/usage_groups.hpp"

namespace bizrec::builder {
namespace {

/// The id has a start and a duration, as ISO 8601 writes intervals, so that the first hour of a day and the day are
/// different events. A minute has only its start, because metering services know such ids.
std::string interval_id(const std::string& start, std::uint32_t seconds) {
    return seconds == 60 ? start : start + "/PT" + std::to_string(seconds) + "S";
}

std::string event_of(const std::string& edge_id, const UsageGroup& group) {
    const std::string start = minute_text(group.begin);
    const std::string endpoint(ledger::endpoint_name(group.endpoint));
    const std::uint32_t seconds = (end_of(group.interval, group.begin) - group.begin) * 60;
    std::string line = "{\"id\":";
    append_json_string(line, edge_id + "/" + group.team + "/" + endpoint + "/" + interval_id(start, seconds));
    line += ",\"edge\":\"" + edge_id + "\",\"team\":";  // names of edges contain no characters to escape
    append_json_string(line, group.team);
    return line + ",\"endpoint\":\"" + endpoint + "\",\"start\":\"" + start +
           "\",\"seconds\":" + std::to_string(seconds) + ",\"requests\":" + std::to_string(group.requests) +
           ",\"rows\":" + std::to_string(group.rows) + ",\"millicredits\":" + std::to_string(group.amount) + "}\n";
}

/// The first minute from which on the ledger has all usage by the minute. This is `since`, unless the ledger has later
/// hours only as a whole: then it is the end of the last of them.
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

}  // namespace

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

}  // namespace bizrec::builder
