#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// How the text of a cell becomes a value.
enum class CsvType { text, number, boolean, list, json, links, profile, record_id, brand_id };

/// One line of a mapping file.
struct CsvRule {
    std::string column;    ///< as the header has it; "" for a constant
    std::string constant;  ///< the value of a constant
    std::string field;     ///< "": the column is left out
    CsvType type = CsvType::text;
    std::string argument{};  ///< list: what stands between its elements; profile: the platform
};

/// What the columns of a CSV file are to a record:
///
///     # a comment
///     Shop name = business_name
///     Tags      = tags as list by |
///     Facebook  = social_media_links as profile facebook
///     Notes     = -
///     country  := US
///
/// Columns that it does not name are kept under their own names.
struct CsvMapping {
    std::vector<CsvRule> rules;

    static Result<CsvMapping> load(const std::string& path);
    /// `name` stands in errors, before the line's number.
    static Result<CsvMapping> parse(std::string_view text, const std::string& name);
};

/// The type that a field of the record has by itself: latitude is a number. Lists are cut at ";".
CsvType natural_type(std::string_view field) noexcept;

}  // namespace bizrec::builder
