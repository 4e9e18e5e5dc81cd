#include "lmdb_builder/import/csv_mapping.hpp"

#include <algorithm>
#include <optional>

#include "bizrec/base/ascii.hpp"
#include "bizrec/format/columns.hpp"
#include "lmdb_builder/input/line_reader.hpp"
#include "lmdb_builder/record/fields.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t max_mapping_line_bytes = 64U << 10;

std::string_view trimmed(std::string_view text) noexcept {
    return trim(text, " \t\r");
}

/// Splits `text` at the first `mark` and trims both parts. Returns false if there is no `mark`.
bool split_at(std::string_view text, std::string_view mark, std::string_view& before, std::string_view& behind) {
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) {
        return false;
    }
    before = trimmed(text.substr(0, at));
    behind = trimmed(text.substr(at + mark.size()));
    return true;
}

/// Splits off the type after the last " as ", because a constant may contain " as ". Returns false if there is none.
bool split_type(std::string_view text, std::string_view& value, std::string_view& type) {
    const std::size_t at = text.rfind(" as ");
    if (at == std::string_view::npos) {
        return false;
    }
    value = trimmed(text.substr(0, at));
    type = trimmed(text.substr(at + 4));
    return true;
}

/// Reads a type such as "list by |", "profile facebook" or "number". Returns the problem, or "" if there is none.
std::string read_type(std::string_view words, CsvRule& rule) {
    std::string_view name = words;
    std::string_view argument;
    split_at(words, " ", name, argument);
    constexpr std::pair<std::string_view, CsvType> types[] = {
        {"text", CsvType::text}, {"number", CsvType::number}, {"boolean", CsvType::boolean},
        {"list", CsvType::list}, {"json", CsvType::json},     {"profile", CsvType::profile}};
    const auto* const found =
        std::find_if(std::begin(types), std::end(types), [&](const auto& type) { return type.first == name; });
    if (found == std::end(types)) {
        return "expected a type after \"as\": text, number, boolean, list, list by SEPARATOR, json or profile "
               "PLATFORM";
    }
    rule.type = found->second;
    if (rule.type == CsvType::list && argument.substr(0, 2) == "by") {
        argument = trimmed(argument.substr(2));
        rule.argument = argument == "space" ? " " : argument == "tab" ? "\t" : argument;
        return rule.argument.size() == 1 ? "" : "expected one character after \"list by\", or the word space or tab";
    }
    if (rule.type == CsvType::profile) {
        rule.argument = argument;
        return argument.empty() ? "expected a platform after \"profile\": facebook, instagram, …" : "";
    }
    return argument.empty() ? "" : "expected nothing after the type";
}

std::string read_target(std::string_view text, CsvRule& rule) {
    std::string_view field = text;
    std::string_view type;
    const bool typed = split_type(text, field, type);
    if (field.empty()) {
        return "expected the name of a field, or - to leave the column out";
    }
    rule.field = field == "-" ? std::string_view() : field;
    rule.type = natural_type(field);
    rule.argument = ";";
    return typed ? read_type(type, rule) : "";
}

/// Reads a rule for a column, whose name may be in double quotes. Returns the problem, or "" if there is none.
std::string read_column_rule(std::string_view line, CsvRule& rule) {
    std::size_t equals = line.find('=');
    std::string_view column;
    if (line[0] == '"') {
        const std::size_t quote = line.find('"', 1);
        if (quote == std::string_view::npos) {
            return "a quote is missing after the name of the column";
        }
        column = line.substr(1, quote - 1);
        equals = line.find_first_not_of(" \t", quote + 1);
    } else if (equals != std::string_view::npos) {
        column = trimmed(line.substr(0, equals));
    }
    if (equals == std::string_view::npos || line[equals] != '=' || column.empty()) {
        return "expected \"COLUMN = FIELD\" or \"FIELD := VALUE\"";
    }
    rule.column = column;
    return read_target(trimmed(line.substr(equals + 1)), rule);
}

std::string read_rule(std::string_view line, CsvRule& rule) {
    std::string_view field;
    std::string_view value;
    if (line[0] == '"' || !split_at(line, ":=", field, value)) {
        return read_column_rule(line, rule);
    }
    std::string_view type;
    const bool typed = split_type(value, value, type);
    if (field.empty() || value.empty()) {
        return "expected \"FIELD := VALUE\"";
    }
    rule.constant = value;
    rule.field = field;
    rule.type = natural_type(field);
    rule.argument = ";";
    return typed ? read_type(type, rule) : "";
}

Status add_line(std::string_view line, std::size_t number, const std::string& name, CsvMapping& mapping) {
    line = trimmed(line);
    if (line.empty() || line[0] == '#') {
        return ok();
    }
    CsvRule rule;
    const std::string problem = read_rule(line, rule);
    if (!problem.empty()) {
        return Error{name + ":" + std::to_string(number) + ": " + problem + ": " + std::string(line)};
    }
    mapping.rules.push_back(std::move(rule));
    return ok();
}

bool is_number_of_a_column(std::string_view field) noexcept {
    bool is_number = false;
    format::for_each_column([&](auto row) {
        for (const std::string_view name : row.fields) {
            is_number = is_number || (row.kind == format::ColumnKind::number && name == field);
        }
    });
    return is_number;
}

}  // namespace

CsvType natural_type(std::string_view field) noexcept {
    const auto known = find_field(field);
    if (!known) {
        return CsvType::text;
    }
    switch (*known) {
        case Field::store_id:
        case Field::id:
            return CsvType::record_id;
        case Field::brand_id:
            return CsvType::brand_id;
        case Field::social_media_links:
            return CsvType::links;
        case Field::from_sources:
            return CsvType::json;
        case Field::alternate_names:
        case Field::also_known_as:
        case Field::former_names:
        case Field::websites:
        case Field::business_categories:
        case Field::tags:
            return CsvType::list;
        case Field::latitude:
        case Field::lat:
        case Field::longitude:
        case Field::long_:
        case Field::lon:
        case Field::lng:
            return CsvType::number;
        case Field::website_status:
        case Field::has_valid_website:
            return CsvType::boolean;
        default:
            return is_number_of_a_column(field) ? CsvType::number : CsvType::text;
    }
}

Result<CsvMapping> CsvMapping::load(const std::string& path) {
    const auto reader = LineReader::open(path, max_mapping_line_bytes);
    if (!reader) {
        return reader.error();
    }
    CsvMapping mapping;
    std::string_view line;
    while (true) {
        const auto next = reader.value()->next(line);
        if (next == LineReader::Next::end) {
            return mapping;
        }
        if (next == LineReader::Next::failed) {
            return reader.value()->error();
        }
        if (next == LineReader::Next::too_long) {
            return Error{path + ":" + std::to_string(reader.value()->line_number()) + ": this is no mapping file"};
        }
        const Status added = add_line(line, reader.value()->line_number(), path, mapping);
        if (!added) {
            return added.error();
        }
    }
}

Result<CsvMapping> CsvMapping::parse(std::string_view text, const std::string& name) {
    CsvMapping mapping;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const Status added = add_line(text.substr(0, end), number, name, mapping);
        if (!added) {
            return added.error();
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return mapping;
}

}  // namespace bizrec::builder
