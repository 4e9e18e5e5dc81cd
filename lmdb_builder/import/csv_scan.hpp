#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// The cells of a row, on end.
struct CsvCells {
    std::string text;
    std::vector<std::size_t> ends;  ///< of each cell in `text`

    void clear() noexcept {
        text.clear();
        ends.clear();
    }
};

/// What stands at the beginning of a text.
struct CsvScan {
    enum class Kind {
        row,       ///< a whole row, `size` bytes with its line end
        more,      ///< the text ends before the row does
        unclosed,  ///< a quote opens a cell that nothing closes: `size` bytes were looked at
    };
    Kind kind = Kind::row;
    std::size_t size = 0;
    bool is_one_line = true;
};

/// A quote opens a cell only as the cell's first character, where two quotes are one and a single one closes it; what
/// follows up to the delimiter belongs to the cell, as Excel and Python read it. A cell of several lines that anything
/// but a delimiter or a line end follows is unclosed. Overwrites `cells`. `is_end`: nothing follows the text.
CsvScan scan_csv_row(std::string_view text, bool is_end, char delimiter, CsvCells& cells);

/// The first line alone, in which a quote that nothing closes is a character like others. `line`: with its line end.
void split_csv_line(std::string_view line, char delimiter, CsvCells& cells);

/// Bytes of the first line with its line end (LF, CR or CRLF); npos where the text ends before it is told.
std::size_t csv_line_size(std::string_view text, bool is_end) noexcept;

}  // namespace bizrec::builder
