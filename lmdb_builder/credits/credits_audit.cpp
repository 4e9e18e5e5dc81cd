#include "lmdb_builder/credits/credits.hpp"

#include "lmdb_builder/command_line/outcome.hpp"
#include "lmdb_builder/credits/credits_ledger.hpp"
#include "lmdb_builder/credits/ledger_audit.hpp"
#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/print.hpp"
#include "lmdb_builder/terminal/text_table.hpp"

namespace bizrec::builder {
namespace {

using ledger::Ledger;
using ledger::Unsettled;
using Align = TextTable::Align;

constexpr const char* audit_examples = R"(
Examples:
  lmdb_builder credits audit ledger.mdb /var/log/nginx/access.log.1.gz /var/log/nginx/access.log
  lmdb_builder credits audit ledger.mdb --from 2026-11-01 --to 2026-12-01 /var/log/nginx/access.log*
  lmdb_builder credits audit --json ledger.mdb access.log | jq 'select(.kind=="difference")'

Adds up the access log (JSON lines, the log format bizrec; packed with gzip or zstd, too) and names
every minute and team of which ledger and log do not agree. A charge belongs to the minute of its
"charged_at". Without --from and --to the whole minutes are compared that the log covers and that
the ledger has closed; give all logs of the time, in any order.

What a killed worker had charged and not logged is named with its request id, and is no difference.
Two neighbouring minutes that differ by the same in either direction: the ledger's writer was
killed, and the next one has booked what it found.

Exit status: 0 the books agree, 1 they differ, or cannot be read, 2 wrong usage.)";

struct AuditArguments {
    std::string path;
    AuditOptions options;
    bool json = false;
};

std::string sums_json(const AuditSums& sums) {
    return "{\"requests\":" + std::to_string(sums.requests) + ",\"rows\":" + std::to_string(sums.rows) +
           ",\"millicredits\":" + std::to_string(sums.amount) + "}";
}

std::string difference_json(const AuditDifference& of, const char* kind) {
    return std::string("{\"kind\":\"") + kind + "\",\"start\":\"" + minute_text(of.begin) + "\",\"end\":\"" +
           minute_text(end_of(of.interval, of.begin)) + "\",\"team\":" + json_string(of.team) +
           ",\"ledger\":" + sums_json(of.ledger) + ",\"log\":" + sums_json(of.log) + "}\n";
}

std::string not_logged_json(const Unsettled& of) {
    return "{\"kind\":\"charged_not_logged\",\"request_id\":\"" + request_id_text(of) +
           "\",\"time\":" + ledger::credits_text(of.unix_ms) + ",\"team\":" + json_string(of.team) +
           ",\"endpoint\":\"" + std::string(endpoint_name(of.endpoint)) + "\",\"rows\":" + std::to_string(of.rows) +
           ",\"millicredits\":" + std::to_string(of.amount) + "}\n";
}

std::string twice_json(const LoggedTwice& of) {
    return "{\"kind\":\"logged_twice\",\"request_id\":" + json_string(of.request_id) +
           ",\"team\":" + json_string(of.team) + ",\"lines\":" + std::to_string(of.lines) + "}\n";
}

void print_audit_json(const AuditReport& report) {
    for (const auto& of : report.differences) {
        print_json(stdout, difference_json(of, "difference"));
    }
    for (const auto& of : report.moved) {
        print_json(stdout, difference_json(of, "other_minute"));
    }
    for (const auto& of : report.not_logged) {
        print_json(stdout, not_logged_json(of));
    }
    for (const auto& of : report.logged_twice) {
        print_json(stdout, twice_json(of));
    }
    print_json(stdout, "{\"kind\":\"totals\",\"from\":\"" + minute_text(report.from) + "\",\"to\":\"" +
                           minute_text(report.to) + "\",\"ledger\":" + sums_json(report.ledger) + ",\"log\":" +
                           sums_json(report.log) + ",\"differences\":" + std::to_string(report.differences.size()) +
                           ",\"charged_not_logged\":" + std::to_string(report.not_logged.size()) +
                           ",\"unreadable_lines\":" + std::to_string(report.lines.malformed) + "}\n");
}

std::string differences_table(const AuditReport& report) {
    TextTable table({{"time", Align::left},
                     {"team", Align::left},
                     {"book", Align::left},
                     {"requests", Align::right},
                     {"rows", Align::right},
                     {"credits", Align::right}});
    const auto add = [&table](const std::string& time, const std::string& team, const char* book,
                              const AuditSums& sums) {
        table.add(
            {time, team, book, with_separators(sums.requests), with_separators(sums.rows), amount_text(sums.amount)});
    };
    for (const AuditDifference& of : report.differences) {
        add(interval_text(of.interval, of.begin), of.team, "ledger", of.ledger);
        add("", "", "log", of.log);
    }
    add("total", "", "ledger", report.ledger);
    add("", "", "log", report.log);
    return table.text();
}

std::string explanations(const AuditReport& report) {
    std::string text;
    for (const AuditDifference& of : report.moved) {
        text += "under another minute: " + interval_text(of.interval, of.begin) + ", team " + of.team + ", " +
                counted(of.ledger.requests, "request", "requests") + " in the ledger, " +
                with_separators(of.log.requests) + " in the log\n";
    }
    for (const Unsettled& of : report.not_logged) {
        text += "charged, not logged: request " + request_id_text(of) + ", team " + of.team + ", " +
                time_text(of.unix_ms / 1000) + ", " + counted(of.rows, "row", "rows") + ", " + amount_text(of.amount) +
                " credits\n";
    }
    for (const LoggedTwice& of : report.logged_twice) {
        text += "logged " + with_separators(of.lines) + " times: request " + of.request_id + ", team " + of.team + "\n";
    }
    return text;
}

void print_audit(const AuditReport& report, bool chosen) {
    print_lines(stdout, "compared " + minute_text(report.from) + " to " + minute_text(report.to) +
                            (chosen ? "\n" : ", the whole minutes that the log covers and the ledger has closed\n") +
                            differences_table(report) + explanations(report) +
                            (report.differences.empty()
                                 ? std::string("ledger and log agree\n")
                                 : counted(report.differences.size(), "difference", "differences") + "\n"));
}

int run_audit(const AuditArguments& arguments) {
    const auto ledger = open_ledger(arguments.path, Ledger::Mode::read);
    if (ledger == nullptr) {
        return exit_code::failed;
    }
    const auto report = audit(*ledger, arguments.options);
    if (!report) {
        return fail(report.error().message);
    }
    warn_of_lines(report.value().lines);
    if (arguments.json) {
        print_audit_json(report.value());
    } else {
        print_audit(report.value(), arguments.options.from && arguments.options.to);
    }
    return report.value().differences.empty() ? exit_code::done : exit_code::failed;
}

Options options_of(AuditArguments& to) {
    return joined_options(
        {{ledger_argument(to.path),
          list_option("logs", "LOG", to.options.logs, "Access logs, or - for standard input").required(),
          minute_option("--from", to.options.from, "The first minute to compare"),
          minute_option("--to", to.options.to, "The first minute after those to compare")},
         field_options(to.options.fields),
         {flag_option("--json", to.json, "Print one JSON object per line")}});
}

}  // namespace

Command credits_audit() {
    return command_of<AuditArguments>("audit", "Compare the ledger with the access log", audit_examples, options_of,
                                      run_audit);
}

}  // namespace bizrec::builder
