#include "lmdb_builder/customers/table_output.hpp"

#include <algorithm>

#include "bizrec/base/json_text.hpp"

namespace bizrec::builder {
namespace {

std::string number_or_nothing(const CompanyMatch& match, std::uint64_t number) {
    return match.id.empty() ? std::string() : std::to_string(number);
}

}  // namespace

void append_csv_cell(std::string& out, std::string_view text, char delimiter) {
    const auto is_special = [delimiter](char c) { return c == delimiter || c == '"' || c == '\r' || c == '\n'; };
    if (std::none_of(text.begin(), text.end(), is_special)) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text) {
        out += c;
        if (c == '"') {
            out += c;
        }
    }
    out += '"';
}

std::vector<std::string> match_column_names() {
    return {"match_status", "match_reason", "match_id", "match_score", "match_count"};
}

void append_match_cells(std::string& out, const CompanyMatch& match, char delimiter) {
    out += delimiter;
    out += status_name(match.status);
    out += delimiter;
    append_csv_cell(out, match.reason, delimiter);
    out += delimiter;
    out += match.id;
    out += delimiter;
    out += number_or_nothing(match, match.score);
    out += delimiter;
    out += number_or_nothing(match, match.count);
}

void append_match_member(std::string& out, const CompanyMatch& match) {
    out.append("\"match\":{\"status\":\"").append(status_name(match.status)) += '"';
    if (!match.reason.empty()) {
        out += ",\"reason\":";
        append_json_string(out, match.reason);
    }
    if (!match.id.empty()) {
        out += ",\"id\":\"" + match.id + "\",\"match_score\":" + std::to_string(match.score) +
               ",\"count\":" + std::to_string(match.count) + ",\"content\":";
        out += match.record;
    }
    out += '}';
}

}  // namespace bizrec::builder
