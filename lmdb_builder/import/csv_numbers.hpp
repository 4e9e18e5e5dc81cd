#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "lmdb_builder/import/csv_dialect.hpp"

namespace bizrec::builder {

/// The decimal sign of numbers in a table.
enum class Decimal : std::uint8_t { unknown, point, comma };

/// The decimal sign of a column. A comma if some cell can only be read with a decimal comma ("48,1374", "1.234,5") and
/// no cell only with a decimal point; otherwise a point. The comma of "1,234" may also separate thousands, so such a
/// cell does not count, except in a column of degrees, which have no thousands (`is_degrees`).
Decimal decimal_of_column(const CsvSample& sample, std::size_t column, bool is_degrees);

/// The number "1234.5" for the text "1.234,5", if `decimal` is comma. Returns the text unchanged if `decimal` is not
/// comma, or if the text is no number with a decimal comma.
std::string with_point(std::string_view text, Decimal decimal);

}  // namespace bizrec::builder
