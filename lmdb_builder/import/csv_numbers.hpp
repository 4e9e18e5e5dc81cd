#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "lmdb_builder/import/csv_dialect.hpp"

namespace bizrec::builder {

/// The decimal sign of numbers in a table.
enum class Decimal : std::uint8_t { unknown, point, comma };

/// The decimal sign of a column. It is a comma if a cell has a number with only a comma ("48,1374", "1.234,5") and no
/// cell has a number with only a point. "1,234" is ambiguous, except for degrees, which have no thousands
/// (`is_degrees`).
Decimal decimal_of_column(const CsvSample& sample, std::size_t column, bool is_degrees);

/// The number with a decimal point and without separators of thousands; the unchanged text if it is no such number.
std::string with_point(std::string_view text, Decimal decimal);

}  // namespace bizrec::builder
