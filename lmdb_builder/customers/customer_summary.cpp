#include "lmdb_builder/customers/customer_summary.hpp"

#include <cstdio>

#include "bizrec/base/json_text.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

constexpr std::array<MatchStatus, match_status_count> all_statuses{MatchStatus::found, MatchStatus::elsewhere,
                                                                   MatchStatus::not_found, MatchStatus::refused};

std::uint64_t count_of(const CustomerSummary& summary, MatchStatus status) noexcept {
    return summary.statuses[static_cast<std::size_t>(status)];
}

}  // namespace

void CustomerSummary::count(const CompanyMatch& match) {
    ++statuses[static_cast<std::size_t>(match.status)];
    if (!match.reason.empty()) {
        without_quotes(match.reason, reason_);
        ++reasons[reason_];
    }
}

void without_quotes(std::string_view reason, std::string& out) {
    const std::size_t begin = reason.find('"');
    const std::size_t end = reason.rfind('"');
    if (begin == end) {
        out = reason;
    } else {
        out.assign(reason, 0, begin + 1).append("…").append(reason, end);
    }
}

std::string customer_summary_text(const CustomerSummary& summary) {
    std::string text = summary.dialect.empty() ? "" : "read as      " + summary.dialect + '\n';
    text += summary.columns.empty() ? "" : "columns      " + summary.columns + '\n';
    text += "rows         " + with_separators(summary.rows) + '\n';
    for (const MatchStatus status : all_statuses) {
        std::string name(status_name(status));
        name.resize(13, ' ');
        text += name + with_separators(count_of(summary, status)) + '\n';
    }
    text += counts_lines(summary.reasons);
    if (!summary.unreadable.empty()) {
        text += "unreadable: written unchanged\n" + counts_lines(summary.unreadable);
    }
    char time[64];
    const double rate = summary.seconds > 0 ? static_cast<double>(summary.rows) / summary.seconds : 0;
    std::snprintf(time, sizeof time, "time         %.1f s, ", summary.seconds);
    return text + time + with_separators(static_cast<std::uint64_t>(rate)) + " rows/s\n";
}

std::string customer_summary_json(const CustomerSummary& summary) {
    std::string json = "{\"rows\":" + std::to_string(summary.rows);
    if (!summary.dialect.empty()) {
        json += ",\"read_as\":";
        append_json_string(json, summary.dialect);
    }
    for (const MatchStatus status : all_statuses) {
        json.append(",\"").append(status_name(status)).append("\":") += std::to_string(count_of(summary, status));
    }
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.3f", summary.seconds);
    return json + ",\"reasons\":" + counts_object(summary.reasons) +
           ",\"unreadable\":" + counts_object(summary.unreadable) + ",\"seconds\":" + seconds + "}\n";
}

}  // namespace bizrec::builder
