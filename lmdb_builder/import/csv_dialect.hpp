#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// The delimiter is not given by an option and must be found.
inline constexpr char unknown_delimiter = '\0';

/// The first line of a table that only names its delimiter, as spreadsheets write it: "sep=;". `size`: of the line with
/// its line end; 0 if the text does not begin with such a line.
struct CsvSepLine {
    char delimiter = unknown_delimiter;
    std::size_t size = 0;
};
CsvSepLine read_sep_line(std::string_view text) noexcept;

/// The first rows of a table, with their header. `is_end`: the text is complete.
using CsvSample = std::vector<std::vector<std::string>>;
CsvSample sample_of(std::string_view text, bool is_end, char delimiter);

/// Chooses comma, semicolon, tab or bar: the delimiter with which most of the first rows have as many cells as the
/// header. If several are equal, the one with most cells wins. A comma if the header is a single cell.
/// unknown_delimiter: two fit equally well.
char find_delimiter(std::string_view text, bool is_end);

/// The name of a delimiter: "comma", "semicolon", "tab", "bar", or the character itself.
std::string delimiter_name(char delimiter);

/// The error message for a header of one cell that another delimiter would split, with the option to use; "" for all
/// others.
std::string uncut_header(const std::vector<std::string_view>& header);
/// The error message for a table that two delimiters fit.
std::string undecided_delimiter();

}  // namespace bizrec::builder
