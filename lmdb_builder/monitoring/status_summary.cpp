#include "lmdb_builder/monitoring/status_summary.hpp"

#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "lmdb_builder/terminal/number_text.hpp"
#include "lmdb_builder/terminal/text_table.hpp"

namespace bizrec::builder {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;
using Align = TextTable::Align;

/// The number `of`, rounded down; 0 if it is no number, is negative, or is above 10^18.
std::uint64_t whole_number(const element& of) {
    constexpr double greatest = 1e18;
    double value = 0;
    const bool is_number = of.get_double().get(value) == simdjson::SUCCESS && value >= 0 && value <= greatest;
    return is_number ? static_cast<std::uint64_t>(value) : 0;
}

/// The functions below read a member. A missing member counts as 0, "" or an empty object, because a server of another
/// version may have other figures.
std::uint64_t number_in(const object& of, const char* name) {
    element member;
    return of[name].get(member) == simdjson::SUCCESS ? whole_number(member) : 0;
}

std::string text_in(const object& of, const char* name) {
    std::string_view value;
    return of[name].get_string().get(value) == simdjson::SUCCESS ? std::string(value) : std::string();
}

/// Calls `see(name, object)` for each object in the member `name` of `of`.
template <class See>
void for_each_object(const object& of, const char* name, const See& see) {
    object members;
    if (of[name].get_object().get(members) != simdjson::SUCCESS) {
        return;
    }
    for (const auto& member : members) {
        object value;
        if (member.value.get_object().get(value) == simdjson::SUCCESS) {
            see(std::string(member.key), value);
        }
    }
}

/// An age such as "45 s", "3 h" or "12 d".
std::string age_text(std::uint64_t seconds) {
    constexpr std::pair<std::uint64_t, const char*> units[] = {{172'800, " d"}, {7200, " h"}, {120, " min"}};
    constexpr std::uint64_t sizes[] = {86'400, 3600, 60};
    for (std::size_t i = 0; i < std::size(units); ++i) {
        if (seconds >= units[i].first) {
            return std::to_string(seconds / sizes[i]) + units[i].second;
        }
    }
    return std::to_string(seconds) + " s";
}

/// The time that the given share of the endpoint's requests did not exceed, rounded up to the bound of a bucket: for
/// example "0.05 ms", or "> 10 s" above the last bound. "-" if there were no requests.
std::string percentile(const object& endpoint, double share) {
    object latency;
    object buckets;
    if (endpoint["latency"].get_object().get(latency) != simdjson::SUCCESS ||
        latency["buckets"].get_object().get(buckets) != simdjson::SUCCESS || number_in(latency, "count") == 0) {
        return "-";
    }
    const double wanted = share * static_cast<double>(number_in(latency, "count"));
    for (const auto& bucket : buckets) {
        double count = 0;
        if (bucket.value.get_double().get(count) == simdjson::SUCCESS && count >= wanted) {
            char text[32];
            const double seconds = std::strtod(std::string(bucket.key).c_str(), nullptr);
            std::snprintf(text, sizeof text, "%g ms", seconds * 1000);
            return bucket.key == "+Inf" ? "> 10 s" : text;
        }
    }
    return "-";
}

std::string head_of(const object& root, const std::string& state) {
    std::string text = state + ": " + std::to_string(number_in(root, "workers_ready")) + " of " +
                       std::to_string(number_in(root, "workers_configured")) + " workers are ready\n";
    simdjson::dom::array reasons;
    if (root["reasons"].get_array().get(reasons) == simdjson::SUCCESS) {
        for (const element reason : reasons) {
            std::string_view words;
            if (reason.get_string().get(words) == simdjson::SUCCESS) {
                text += "  " + std::string(words) + "\n";
            }
        }
    }
    return text;
}

std::string table_text(const TextTable& table) {
    return table.empty() ? std::string() : "\n" + table.text();
}

std::string indexes_of(const object& root) {
    TextTable table({{"index", Align::left},
                     {"generation", Align::left},
                     {"records", Align::right},
                     {"size", Align::right},
                     {"data", Align::left},
                     {"age", Align::right},
                     {"behind", Align::right}});
    for_each_object(root, "index", [&](const std::string& path, const object& index) {
        const std::string generation = text_in(index, "generation");
        table.add({path, generation.empty() ? "none" : generation, with_separators(number_in(index, "records")),
                   size_text(number_in(index, "bytes")), text_in(index, "data_date"),
                   age_text(number_in(index, "age_s")), std::to_string(number_in(index, "workers_behind"))});
    });
    return table_text(table);
}

/// The numbers of requests by the first digit of their status; index 0: all other statuses.
std::vector<std::uint64_t> classes_of(const object& endpoint) {
    std::vector<std::uint64_t> of_class(6);
    object statuses;
    if (endpoint["requests"].get_object().get(statuses) == simdjson::SUCCESS) {
        for (const auto& status : statuses) {
            const char digit = status.key.empty() ? '0' : status.key[0];
            of_class[digit >= '1' && digit <= '5' ? static_cast<std::size_t>(digit - '0') : 0] +=
                whole_number(status.value);
        }
    }
    return of_class;
}

std::string rate_text(const std::string& name, std::uint64_t requests, const std::optional<EarlierRequests>& earlier) {
    const auto before = earlier ? earlier->requests.find(name) : decltype(earlier->requests.end()){};
    if (!earlier || before == earlier->requests.end() || earlier->seconds_ago <= 0 || requests < before->second) {
        return "-";
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", static_cast<double>(requests - before->second) / earlier->seconds_ago);
    return text;
}

std::string endpoints_of(const object& root, const std::optional<EarlierRequests>& earlier,
                         std::map<std::string, std::uint64_t>& requests) {
    std::vector<TextTable::Column> columns = {{"endpoint", Align::left}};
    for (const char* name :
         {"requests", "/s", "2xx", "4xx", "5xx", "rows", "half below", "99 % below", "overloaded", "cancelled"}) {
        columns.push_back({name, Align::right});
    }
    TextTable table(columns);
    for_each_object(root, "endpoint", [&](const std::string& name, const object& endpoint) {
        const std::vector<std::uint64_t> of_class = classes_of(endpoint);
        std::uint64_t sum = 0;
        for (const std::uint64_t count : of_class) {
            sum += count;
        }
        requests[name] = sum;
        table.add({name, with_separators(sum), rate_text(name, sum, earlier), with_separators(of_class[2]),
                   with_separators(of_class[4]), with_separators(of_class[5]),
                   with_separators(number_in(endpoint, "rows")), percentile(endpoint, 0.5), percentile(endpoint, 0.99),
                   with_separators(number_in(endpoint, "overloaded")),
                   with_separators(number_in(endpoint, "cancelled"))});
    });
    return table_text(table);
}

std::string ledgers_of(const object& root) {
    TextTable table({{"ledger", Align::left}, {"teams", Align::right}, {"written", Align::left}});
    for_each_object(root, "credits", [&](const std::string& path, const object& ledger) {
        const std::uint64_t failing_s = number_in(ledger, "unwritten_s");
        table.add(
            {path, with_separators(number_in(ledger, "teams")),
             failing_s == 0 ? age_text(number_in(ledger, "ledger_age_s")) + " ago" : "not for " + age_text(failing_s)});
    });
    return table_text(table);
}

}  // namespace

Result<StatusSummary> summarise_status(std::string_view json, const std::optional<EarlierRequests>& earlier) {
    simdjson::dom::parser parser;
    object root;
    if (parser.parse(json.data(), json.size(), true).get_object().get(root) != simdjson::SUCCESS) {
        return Error{"the answer is no JSON object"};
    }
    StatusSummary summary;
    summary.state = text_in(root, "state");
    if (summary.state != "ok" && summary.state != "degraded" && summary.state != "not_ready") {
        return Error{"the answer is no status of a server: its `state` is missing, or none that this program knows"};
    }
    summary.text = head_of(root, summary.state) + indexes_of(root);
    summary.text += endpoints_of(root, earlier, summary.requests);
    summary.text += ledgers_of(root);
    return summary;
}

}  // namespace bizrec::builder
