#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// How the text of a cell is converted to a value.
enum class CsvType { text, number, boolean, list, json, links, profile, record_id, brand_id };

/// One rule of a mapping file.
struct CsvRule {
    std::string column;    ///< as in the header, or a path into a JSON element; "" for a constant
    std::string constant;  ///< the value of a constant
    std::string field;     ///< "": the column is omitted
    CsvType type = CsvType::text;
    std::string argument{};  ///< list: the separator of its elements; profile: the platform
};

/// Maps the columns of a CSV file, or the members of JSON elements, to fields of a record:
///
///     # a comment
///     Shop name = business_name
///     Tags      = tags as list by |
///     Facebook  = social_media_links as profile facebook
///     Notes     = -
///     country  := US
///
/// Columns that no rule mentions keep their own names.
struct CsvMapping {
    std::vector<CsvRule> rules;

    static Result<CsvMapping> load(const std::string& path);
    /// `name` precedes the line's number in errors.
    static Result<CsvMapping> parse(std::string_view text, const std::string& name);
};

/// The default type of a record's field, for example number for latitude; text for an unknown field.
CsvType natural_type(std::string_view field) noexcept;

}  // namespace bizrec::builder
