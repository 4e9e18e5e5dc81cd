#include "lmdb_builder/credits/ledger_audit.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "bizrec/base/hex.hpp"
#include "lmdb_builder/credits/ledger_export.hpp"

namespace bizrec::builder {
namespace {

using ledger::Ledger;
using ledger::Unsettled;

// The ledger and the log may have a charge under different minutes, at most this many apart. The reason: if the clock
// steps back by up to an hour, LedgerWriter does not follow it.
constexpr std::uint32_t max_move_minutes = 60;
constexpr std::uint32_t no_minute = std::numeric_limits<std::uint32_t>::max();

std::uint32_t minute_of(const Unsettled& charge) noexcept {
    return static_cast<std::uint32_t>(charge.unix_ms / 60'000);
}

/// The minutes that the ledger covers.
struct LedgerSpan {
    std::uint32_t first = no_minute;  ///< first minute with usage; no_minute: there is no usage
    std::uint32_t last = 0;
    std::uint32_t hours_end = 0;  ///< before this minute, the ledger has only hourly sums
    std::uint32_t closed = 0;
};

Result<LedgerSpan> span_of(const Ledger::Transaction& txn) {
    LedgerSpan span;
    const auto session = txn.session();
    if (!session) {
        return session.error();
    }
    span.closed = closed_minute(session.value());
    const auto status = txn.each_usage(0, [&span](const ledger::Usage& usage) {
        span.first = std::min(span.first, usage.minute);
        span.last = std::max(span.last, usage.is_hour ? end_of(Interval::hour, usage.minute) - 1 : usage.minute);
        span.hours_end = usage.is_hour ? end_of(Interval::hour, usage.minute) : span.hours_end;
        return true;
    });
    return status ? Result<LedgerSpan>(span) : status.error();
}

/// Compares the usage in the log, by minute, with the usage in the ledger, by minute or hour.
class Audit {
public:
    explicit Audit(const AuditOptions& options) : options_(options) {}

    /// Reads the charges of killed workers. add() removes those that the log contains after all.
    Status read_unsettled(Ledger& ledger) {
        const auto txn = ledger.begin(Ledger::Mode::read);
        if (!txn) {
            return txn.error();
        }
        return txn.value().each_unsettled([this](const Unsettled& charge) {
            unsettled_.emplace(request_id_text(charge), charge);
            return true;
        });
    }

    Status read_logs() {
        auto lines = each_logged_charge(options_.logs, options_.fields, [this](const LoggedCharge& c) { add(c); });
        if (!lines) {
            return lines.error();
        }
        report.lines = std::move(lines).value();
        return ok();
    }

    /// Compares the ledger with the logs, which read_logs() has already read. Begins its own transaction: none may stay
    /// open while logs are read, because the ledger's file would grow.
    Status compare(Ledger& ledger) {
        const auto txn = ledger.begin(Ledger::Mode::read);
        if (!txn) {
            return txn.error();
        }
        const auto span = span_of(txn.value());
        if (!span) {
            return span.error();
        }
        span_ = span.value();
        if (auto status = choose_minutes(); !status) {
            return status;
        }
        if (auto status = add_ledger(txn.value()); !status) {
            return status;
        }
        add_unsettled();
        compare_books();
        excuse_moved();
        return ok();
    }

    /// Looks for lines with the same request id in intervals where the log has more requests than the ledger. Does
    /// nothing if a log is standard input, because it cannot be read again.
    Status name_logged_twice() {
        std::set<Key> more;
        for (const AuditDifference& of : report.differences) {
            if (of.log.requests > of.ledger.requests) {
                more.emplace(of.begin, of.team);
            }
        }
        const bool again = std::find(options_.logs.begin(), options_.logs.end(), "-") == options_.logs.end();
        if (!again || more.empty()) {
            return ok();
        }
        std::map<std::pair<std::string, std::string>, std::uint64_t> lines;  // by team and request id
        const auto read = each_logged_charge(options_.logs, options_.fields, [&](const LoggedCharge& charge) {
            if (!charge.request_id.empty() && more.count(key_of(charge.minute(), charge.team)) != 0) {
                ++lines[{charge.team, charge.request_id}];
            }
        });
        for (const auto& [key, count] : lines) {
            if (count > 1) {
                report.logged_twice.push_back({key.second, key.first, count});
            }
        }
        return read ? ok() : Status(read.error());
    }

    AuditReport report;

private:
    using Key = std::pair<std::uint32_t, std::string>;  ///< first minute of an interval, and team
    struct Books {
        AuditSums ledger, log, not_logged;
    };

    Key key_of(std::uint32_t minute, const std::string& team) const {
        return {minute < span_.hours_end ? begin_of(Interval::hour, minute) : minute, team};
    }

    void add(const LoggedCharge& charge) {
        const std::uint32_t minute = charge.minute();
        first_logged_ = std::min(first_logged_, minute);
        last_logged_ = std::max(last_logged_, minute);
        log_[{minute, charge.team}].add({1, charge.rows, charge.amount});
        if (!unsettled_.empty()) {
            unsettled_.erase(charge.request_id);
        }
    }

    /// Sets report.from and report.to. The log's first and last minute may be incomplete: each is left out if the
    /// ledger has usage beyond it.
    Status choose_minutes() {
        if (first_logged_ == no_minute && !(options_.from && options_.to)) {
            return Error{
                "no line of the log is of a request that was charged; give --from and --to to compare, or the "
                "names of the log's fields"};
        }
        const std::uint32_t first = first_logged_ + (span_.first < first_logged_ ? 1 : 0);
        const std::uint32_t end = last_logged_ + (span_.last > last_logged_ ? 0 : 1);
        const std::uint32_t from = options_.from.value_or(first);
        const Key hour = key_of(from, {});
        report.from = hour.first == from ? from : end_of(Interval::hour, hour.first);
        report.to = key_of(options_.to.value_or(std::min(end, span_.closed + 1)), {}).first;
        if (report.from < report.to) {
            return ok();
        }
        return Error{"no whole minute is left to compare: the log covers " + minute_text(first) + " to " +
                     minute_text(end) + ", the ledger has closed its minutes before " + minute_text(span_.closed + 1) +
                     "; --from and --to say which are to be compared"};
    }

    bool is_compared(std::uint32_t minute) const noexcept { return minute >= report.from && minute < report.to; }

    Status add_ledger(const Ledger::Transaction& txn) {
        for (const auto& [key, sums] : log_) {
            if (is_compared(key.first)) {
                books_[key_of(key.first, key.second)].log.add(sums);
            }
        }
        return txn.each_usage(report.from, [this](const ledger::Usage& usage) {
            if (is_compared(usage.minute)) {
                books_[key_of(usage.minute, std::string(usage.team))].ledger.add(
                    {usage.requests, usage.rows, usage.amount});
            }
            return usage.minute < report.to;
        });
    }

    void add_unsettled() {
        for (const auto& [id, charge] : unsettled_) {
            if (is_compared(minute_of(charge))) {
                books_[key_of(minute_of(charge), charge.team)].not_logged.add({1, charge.rows, charge.amount});
                report.not_logged.push_back(charge);
            }
        }
        std::sort(report.not_logged.begin(), report.not_logged.end(),
                  [](const Unsettled& a, const Unsettled& b) { return a.unix_ms < b.unix_ms; });
    }

    void compare_books() {
        for (const auto& [key, books] : books_) {
            AuditSums explained = books.log;
            explained.add(books.not_logged);
            report.ledger.add(books.ledger);
            report.log.add(books.log);
            if (!(books.ledger == explained)) {
                const Interval interval = key.first < span_.hours_end ? Interval::hour : Interval::minute;
                report.differences.push_back({interval, key.first, key.second, books.ledger, books.log});
            }
        }
    }

    /// Moves the differences of a team that cancel out within an hour to report.moved. They come from charges that the
    /// ledger and the log have under different minutes, because the clock was set or a writer was killed.
    void excuse_moved() {
        std::map<std::string, std::vector<AuditDifference>> by_team;
        for (AuditDifference& of : report.differences) {
            by_team[of.team].push_back(std::move(of));
        }
        report.differences.clear();
        for (auto& [team, all] : by_team) {
            for (auto first = all.begin(); first != all.end();) {
                const auto end = end_of_moved(first, all.end());
                auto& list = end == first ? report.differences : report.moved;
                const auto behind = std::max(end, first + 1);
                std::move(first, behind, std::back_inserter(list));
                first = behind;
            }
        }
        const auto earlier = [](const AuditDifference& a, const AuditDifference& b) { return a.begin < b.begin; };
        std::stable_sort(report.differences.begin(), report.differences.end(), earlier);
        std::stable_sort(report.moved.begin(), report.moved.end(), earlier);
    }

    using At = std::vector<AuditDifference>::iterator;
    /// Returns the position after the differences from `first` on that cancel out within an hour; `first` if they do
    /// not cancel out.
    At end_of_moved(At first, At end) const {
        AuditSums ledger, explained;
        for (At of = first; of != end && of->begin - first->begin <= max_move_minutes; ++of) {
            ledger.add(of->ledger);
            const Books& books = books_.at({of->begin, of->team});
            explained.add(books.log);
            explained.add(books.not_logged);
            if (ledger == explained) {
                return of + 1;
            }
        }
        return first;
    }

    const AuditOptions& options_;
    LedgerSpan span_;
    std::map<Key, AuditSums> log_;
    std::map<Key, Books> books_;
    std::multimap<std::string, Unsettled> unsettled_;  ///< by request id
    std::uint32_t first_logged_ = no_minute, last_logged_ = 0;
};

}  // namespace

void AuditSums::add(const AuditSums& more) noexcept {
    requests += more.requests;
    rows += more.rows;
    if (__builtin_add_overflow(amount, more.amount, &amount)) {  // possible only in a log that nginx has not written
        amount = std::numeric_limits<ledger::Millicredits>::max();
    }
}

bool AuditSums::operator==(const AuditSums& other) const noexcept {
    return std::tie(requests, rows, amount) == std::tie(other.requests, other.rows, other.amount);
}

std::string request_id_text(const Unsettled& charge) {
    std::string text;
    for (const unsigned char byte : charge.request_id) {
        append_hex(text, byte);
    }
    return text;
}

Result<AuditReport> audit(Ledger& ledger, const AuditOptions& options) {
    Audit audit(options);
    auto status = audit.read_unsettled(ledger);
    if (status) {
        status = audit.read_logs();
    }
    if (status) {
        status = audit.compare(ledger);
    }
    if (status) {
        status = audit.name_logged_twice();
    }
    return status ? Result<AuditReport>(std::move(audit.report)) : status.error();
}

}  // namespace bizrec::builder
