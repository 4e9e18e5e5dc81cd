#include "lmdb_builder/import/csv_records.hpp"

#include <simdjson.h>

#include <algorithm>

#include "bizrec/base/ascii.hpp"
#include "bizrec/format/content.hpp"
#include "lmdb_builder/import/derived_id.hpp"
#include "lmdb_builder/import/mapped_values.hpp"
#include "lmdb_builder/import/moved_fields.hpp"
#include "lmdb_builder/record/json_line.hpp"

namespace bizrec::builder {
namespace {

std::string lower_case(std::string_view text) {
    std::string lower(text);
    lower_in_place(lower);
    return lower;
}

std::string names_of_columns(const std::vector<std::string>& columns) {
    std::string names;
    for (const std::string& column : columns) {
        names += (names.empty() ? "" : ", ") + column;
    }
    return names;
}

}  // namespace

CsvRecords::CsvRecords(CsvMapping mapping, const std::string& name_space, Decimal decimal)
    : mapping_(std::move(mapping)), decimal_(decimal), namespace_(domain_namespace(name_space)) {}

std::size_t CsvRecords::column_of(std::string_view name) const noexcept {
    const auto found = std::find(columns_.begin(), columns_.end(), name);
    return found == columns_.end() ? no_column : static_cast<std::size_t>(found - columns_.begin());
}

Status CsvRecords::bind_header(const std::vector<std::string_view>& header) {
    columns_.clear();
    for (const std::string_view name : header) {
        const std::string_view shown = trim_blanks(name);
        if (!simdjson::validate_utf8(shown.data(), shown.size())) {
            return Error{"the header is not UTF-8: say with --encoding what it is, as in --encoding windows-1252"};
        }
        if (!shown.empty() && column_of(shown) != no_column) {
            return Error{"the header names the column \"" + std::string(shown) + "\" twice"};
        }
        columns_.push_back(shown.empty() ? "column " + std::to_string(columns_.size() + 1) : std::string(shown));
    }
    used_.assign(columns_.size(), false);
    return ok();
}

void CsvRecords::add_part(const std::string& field, Part part) {
    auto found = std::find_if(targets_.begin(), targets_.end(), [&](const Target& t) { return t.field == field; });
    if (found == targets_.end()) {
        const CsvType type = part.type == CsvType::profile ? CsvType::links : part.type;
        found = targets_.insert(targets_.end(), Target{field, type, {}});
    }
    found->parts.push_back(std::move(part));
}

Status CsvRecords::bind_rule(const CsvRule& rule) {
    Part part{no_column, rule.constant, rule.type, rule.argument};
    if (!rule.column.empty()) {
        part.column = column_of(rule.column);
        if (part.column == no_column) {
            return Error{"the mapping names the column \"" + rule.column +
                         "\", which the header does not have. It has: " + names_of_columns(columns_)};
        }
        used_[part.column] = true;
    }
    if (!rule.field.empty()) {
        add_part(rule.field == "id" ? "store_id" : rule.field, std::move(part));
    }
    return ok();
}

/// Maps each column that has the name of a field (in any case) to that field, unless a rule uses the column or gives
/// the field.
void CsvRecords::bind_own_names() {
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        const auto field = used_[column] ? std::nullopt : find_field(lower_case(columns_[column]));
        if (!field) {
            continue;
        }
        const std::string name(field_name(*field == Field::id ? Field::store_id : *field));
        const bool taken =
            std::any_of(targets_.begin(), targets_.end(), [&](const Target& target) { return target.field == name; });
        if (!taken) {
            add_part(name, {column, {}, natural_type(name), ";"});
            used_[column] = true;
        }
    }
}

Status CsvRecords::require_id() const {
    for (const Target& target : targets_) {
        if (target.field == "store_id") {
            return ok();
        }
    }
    const std::string hint = columns_.size() == 1
                                 ? ". The header has one column alone, \"" + columns_.front() + "\": is it --delimiter?"
                                 : "";
    return Error{"no column gives the id: map one to store_id, or several that together differ from row to row" + hint};
}

void CsvRecords::find_decimals(const CsvSample& sample) {
    for (Target& target : targets_) {
        const bool is_degrees = target.field == "latitude" || target.field == "longitude";
        for (Part& part : target.parts) {
            const bool is_cell = target.type == CsvType::number && part.column != no_column;
            part.decimal = !is_cell                       ? Decimal::point
                           : decimal_ != Decimal::unknown ? decimal_
                                                          : decimal_of_column(sample, part.column, is_degrees);
        }
    }
}

Status CsvRecords::bind(const std::vector<std::string_view>& header, const CsvSample& sample) {
    targets_.clear();
    const std::string uncut = uncut_header(header);
    Status bound = uncut.empty() ? bind_header(header) : Status(Error{uncut});
    for (const CsvRule& rule : mapping_.rules) {
        if (bound) {
            bound = bind_rule(rule);
        }
    }
    if (!bound) {
        return bound;
    }
    bind_own_names();
    find_decimals(sample);
    return require_id();
}

std::string_view CsvRecords::cell(const Part& part) const noexcept {
    return trim_blanks(part.column == no_column ? std::string_view(part.constant) : (*cells_)[part.column]);
}

std::string CsvRecords::joined(const Target& target, std::string_view between) const {
    std::string text;
    for (const Part& part : target.parts) {
        const std::string_view more = cell(part);
        if (!more.empty()) {
            text.append(text.empty() ? std::string_view() : between).append(more);
        }
    }
    return text;
}

std::string CsvRecords::list_of(const Target& target) const {
    TextList list;
    for (const Part& part : target.parts) {
        for (const std::string_view text : split_trimmed(cell(part), part.argument[0])) {
            list.add(text);
        }
    }
    return list.empty() ? std::string() : list.json();
}

/// Minifies a text that is JSON. Makes a JSON string of any other text.
std::string CsvRecords::json_of(std::string_view text) {
    simdjson::dom::element parsed;
    if (parser_->parse(text).get(parsed) != simdjson::SUCCESS) {
        return quoted(text);
    }
    std::string json;
    minify(text, json);
    return json;
}

std::string CsvRecords::links_of(const Target& target) {
    std::string links;
    for (const Part& part : target.parts) {
        const std::string_view text = cell(part);
        if (target.parts.size() == 1 && !text.empty() && (text[0] == '[' || text[0] == '{')) {
            return json_of(text);
        }
        append_links(part.type, part.argument, text, links);
    }
    return links.empty() ? links : "[" + links + "]";
}

void CsvRecords::add_value(const Target& target, RecordLine& line) {
    if (target.type == CsvType::list || target.type == CsvType::links) {
        const std::string json = target.type == CsvType::list ? list_of(target) : links_of(target);
        if (!json.empty()) {
            line.add_raw(target.field, json);
        }
        return;
    }
    const std::string text = joined(target, " ");
    if (target.type == CsvType::json && !text.empty()) {
        line.add_raw(target.field, json_of(text));
    } else if (!text.empty()) {
        add_mapped_text(namespace_, target.field, target.type, text, target.parts.front().decimal, line);
    }
}

Imported CsvRecords::convert(const std::vector<std::string_view>& cells, std::string_view text, RecordLine& line,
                             RejectReason& reason) {
    cells_ = &cells;
    if (cells.size() != columns_.size()) {
        reason = {"", "wrong_cell_count",
                  "expected " + std::to_string(columns_.size()) + " cells as the header has, got " +
                      std::to_string(cells.size())};
        return Imported::rejected;
    }
    if (!simdjson::validate_utf8(text.data(), text.size())) {
        reason = {"", "invalid_utf8",
                  "expected UTF-8: say with --encoding what the file is, as in --encoding windows-1252"};
        return Imported::rejected;
    }
    line.begin("csv");
    for (const Target& target : targets_) {
        if (target.field == "store_id" && !add_mapped_id(namespace_, joined(target, "/"), line, reason)) {
            return Imported::rejected;
        }
    }
    for (const Target& target : targets_) {
        if (target.field != "store_id") {
            add_value(target, line);
        }
    }
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        if (!used_[column] && !cells[column].empty()) {
            line.keep(columns_[column], quoted(cells[column]));
        }
    }
    return Imported::record;
}

}  // namespace bizrec::builder
