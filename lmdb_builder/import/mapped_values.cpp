#include "lmdb_builder/import/mapped_values.hpp"

#include <algorithm>
#include <cmath>

#include "bizrec/base/ascii.hpp"
#include "bizrec/base/json_text.hpp"
#include "bizrec/base/numbers.hpp"
#include "bizrec/format/uuid.hpp"
#include "lmdb_builder/import/derived_id.hpp"
#include "lmdb_builder/import/geo_point.hpp"
#include "lmdb_builder/import/moved_fields.hpp"

namespace bizrec::builder {
namespace {

/// Whether a spreadsheet has rounded a long number: "1.23E+15", "1E+15".
bool is_rounded(std::string_view id) noexcept {
    const std::size_t sign = id.find("E+");
    if (sign == std::string_view::npos || !all_digits(id.substr(sign + 2))) {
        return false;
    }
    const std::size_t point = std::min(id.find_first_of(".,"), sign);
    return all_digits(id.substr(0, point)) && (point == sign || all_digits(id.substr(point + 1, sign - point - 1)));
}

std::string number_or_text(std::string_view given, Decimal decimal) {
    const std::string text = with_point(given, decimal);
    std::string_view digits = text;
    if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') {
        digits.remove_prefix(1);
    }
    std::int64_t integer = 0;
    if (read_whole_number(digits, integer)) {
        return std::to_string(integer);
    }
    double number = 0;
    return read_decimal(digits, number) && std::isfinite(number) ? shortest_decimal(number) : quoted(given);
}

std::string boolean_or_text(std::string_view text) {
    std::string word(text);
    lower_in_place(word);
    for (const std::string_view yes : {"true", "yes", "y", "t", "1", "on"}) {
        if (word == yes) {
            return "true";
        }
    }
    for (const std::string_view no : {"false", "no", "n", "f", "0", "off"}) {
        if (word == no) {
            return "false";
        }
    }
    return quoted(text);
}

std::string mapped_brand_id(const format::Uuid& name_space, std::string_view text) {
    const std::string wikidata = wikidata_brand_id(text);
    return wikidata.empty() ? id_or_derived(name_space, text) : wikidata;
}

}  // namespace

std::string quoted(std::string_view text) {
    std::string json;
    append_json_string(json, text);
    return json;
}

bool add_mapped_id(const format::Uuid& name_space, std::string_view id, RecordLine& line, RejectReason& reason) {
    if (id.empty()) {
        reason = {"store_id", "missing_id", "the id is empty"};
        return false;
    }
    if (is_rounded(id)) {
        reason = {"store_id", "rounded_id",
                  "a spreadsheet has rounded the id to \"" + std::string(id) +
                      "\", so that others read the same: format its column as text, and save the table again"};
        return false;
    }
    line.add_text(Field::store_id, id_or_derived(name_space, id));
    format::Uuid own{};
    if (!format::read_uuid(id, own)) {
        line.add_text("source_ref", id);
    }
    return true;
}

void append_links(CsvType type, std::string_view argument, std::string_view text, std::string& elements) {
    for (const std::string_view link : split_trimmed(text, ';')) {
        if (type == CsvType::profile) {
            append_profile(argument, link, elements);
        } else {
            elements += (elements.empty() ? "" : ",") + quoted(link);
        }
    }
}

void add_mapped_text(const format::Uuid& name_space, const std::string& field, CsvType type, std::string_view text,
                     Decimal decimal, RecordLine& line) {
    switch (type) {
        case CsvType::number:
            return line.add_raw(field, number_or_text(text, decimal));
        case CsvType::boolean:
            return line.add_raw(field, boolean_or_text(text));
        case CsvType::brand_id:
            return line.add_text(field, mapped_brand_id(name_space, text));
        default:
            return line.add_text(field, text);
    }
}

}  // namespace bizrec::builder
