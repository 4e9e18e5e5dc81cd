#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// What stands between cells where no option says so.
inline constexpr char unknown_delimiter = '\0';

/// The first line of a table that only names its delimiter, as spreadsheets write it: "sep=;". `size`: of the line with
/// its line end, 0 where the text does not begin with one.
struct CsvSepLine {
    char delimiter = unknown_delimiter;
    std::size_t size = 0;
};
CsvSepLine read_sep_line(std::string_view text) noexcept;

/// The first rows of a table, with their header. `is_end`: nothing follows the text.
using CsvSample = std::vector<std::vector<std::string>>;
CsvSample sample_of(std::string_view text, bool is_end, char delimiter);

/// Comma, semicolon, tab or bar: the one at which most of the first rows have as many cells as the header; of several,
/// the one with most cells. A comma where the header is one cell. unknown_delimiter: two fit alike.
char find_delimiter(std::string_view text, bool is_end);

/// "comma", "semicolon", "tab", "bar", or the character.
std::string delimiter_name(char delimiter);

/// A header of one cell that another delimiter would cut: the message with the option to type; "" for all others.
std::string uncut_header(const std::vector<std::string_view>& header);
/// Likewise for a table that two delimiters fit.
std::string undecided_delimiter();

}  // namespace bizrec::builder
