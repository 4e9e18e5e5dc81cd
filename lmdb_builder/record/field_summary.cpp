#include "lmdb_builder/record/field_summary.hpp"

#include <algorithm>
#include <cstdio>

#include "bizrec/text/visible.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t value_column = 20;

std::string line(std::string name, const std::string& value) {
    name.resize(std::max(value_column, name.size() + 2), ' ');
    return name + value + '\n';
}

/// The percentage of a part. If some are missing it is at most "99.9 %", never "100.0 %".
std::string share_text(std::uint64_t part, std::uint64_t whole) {
    const double percent = 100 * static_cast<double>(part) / static_cast<double>(whole);
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %%", part < whole ? std::min(percent, 99.9) : percent);
    return text;
}

std::string padded(const std::string& text, std::size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string field_line(const UnreadField& field, std::size_t width) {
    std::string text = "  " + padded(with_separators(field.records), width) + "  " + text::visible(field.name);
    if (field.meant) {
        text += ": did you mean " + std::string(field_name(*field.meant)) + "?";
    }
    return text + '\n';
}

}  // namespace

std::string facts_text(const FactCounts& facts) {
    std::string text = "records with\n";
    const std::size_t width = with_separators(facts.records).size();
    for (std::size_t fact = 0; fact < fact_count; ++fact) {
        std::string name = fact_name(fact);
        std::replace(name.begin(), name.end(), '_', ' ');
        const std::string share = facts.records > 0 ? share_text(facts.with[fact], facts.records) : "";
        text += line("  " + name, padded(with_separators(facts.with[fact]), width) + "  " + padded(share, 7));
    }
    return text;
}

std::string fields_text(const FieldCounts& fields) {
    const std::vector<UnreadField> unread = unread_fields(fields);
    const bool is_complete = fields.unread.is_complete();
    std::string text = line("fields not read", (is_complete ? "" : "more than ") + with_separators(unread.size()));
    const std::size_t shown = std::min(unread.size(), shown_fields);
    std::size_t width = 0;
    for (std::size_t i = 0; i < shown; ++i) {
        width = std::max(width, with_separators(unread[i].records).size());
    }
    for (std::size_t i = 0; i < shown; ++i) {
        text += field_line(unread[i], width);
    }
    if (shown < unread.size()) {
        text += "  and " + with_separators(unread.size() - shown) + " more: --json names them\n";
    }
    return text;
}

std::string facts_json(const FactCounts& facts) {
    std::string json;
    for (std::size_t fact = 0; fact < fact_count; ++fact) {
        json += (fact > 0 ? ",\"" : ",\"records_with\":{\"") + std::string(fact_name(fact)) +
                "\":" + std::to_string(facts.with[fact]);
    }
    return json + "}";
}

std::string fields_json(const FieldCounts& fields) {
    std::string given;
    for (std::size_t i = 0; i < field_count; ++i) {
        if (fields.given[i] > 0) {
            given += (given.empty() ? "\"" : ",\"") + std::string(field_name(static_cast<Field>(i))) +
                     "\":" + std::to_string(fields.given[i]);
        }
    }
    std::string unread;
    for (const UnreadField& field : unread_fields(fields)) {
        unread += (unread.empty() ? "{\"name\":" : ",{\"name\":") + json_string(field.name) +
                  ",\"records\":" + std::to_string(field.records);
        if (field.meant) {
            unread += ",\"guess\":\"" + std::string(field_name(*field.meant)) + '"';
        }
        unread += '}';
    }
    return ",\"fields\":{" + given + "},\"unread_fields\":[" + unread +
           "],\"unread_fields_complete\":" + (fields.unread.is_complete() ? "true" : "false");
}

}  // namespace bizrec::builder
