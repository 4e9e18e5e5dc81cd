#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "lmdb_builder/import/csv_dialect.hpp"

namespace bizrec::builder {

/// The sign before the decimals of numbers in a table.
enum class Decimal : std::uint8_t { unknown, point, comma };

/// Of a column: comma where a cell is a number with a comma alone ("48,1374", "1.234,5") and none is one with a point
/// alone. "1,234" tells nothing, but of degrees, which have no thousands (`is_degrees`).
Decimal decimal_of_column(const CsvSample& sample, std::size_t column, bool is_degrees);

/// The number with a decimal point and without separators of thousands; the text as it is where it is no such number.
std::string with_point(std::string_view text, Decimal decimal);

}  // namespace bizrec::builder
