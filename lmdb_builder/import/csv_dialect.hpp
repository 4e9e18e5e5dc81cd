#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// No delimiter: no option gives one, or find_delimiter() cannot decide.
inline constexpr char unknown_delimiter = '\0';

/// The first line of a table if it only names the delimiter, as spreadsheets write it: "sep=;". `size`: bytes of the
/// line with its line end; 0 if the text does not begin with such a line.
struct CsvSepLine {
    char delimiter = unknown_delimiter;
    std::size_t size = 0;
};
CsvSepLine read_sep_line(std::string_view text) noexcept;

/// The header and the rows after it, 64 in all at most. `is_end`: the table ends with the text.
using CsvSample = std::vector<std::vector<std::string>>;
CsvSample sample_of(std::string_view text, bool is_end, char delimiter);

/// Chooses comma, semicolon, tab or bar: the delimiter with which the largest share of the first 64 rows has as many
/// cells as the header. If two delimiters have the same share, the one that gives the header more cells is chosen.
/// Returns a comma if no delimiter splits the header, and unknown_delimiter if two delimiters fit equally well.
char find_delimiter(std::string_view text, bool is_end);

/// The name of a delimiter: "comma", "semicolon", "tab", "bar", or the character itself.
std::string delimiter_name(char delimiter);

/// The error message for a header of one cell that another delimiter would split, with the option to use; "" for every
/// other header.
std::string uncut_header(const std::vector<std::string_view>& header);
/// The error message for a table that two delimiters fit.
std::string undecided_delimiter();

}  // namespace bizrec::builder
