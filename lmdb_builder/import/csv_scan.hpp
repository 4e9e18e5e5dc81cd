#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// The cells of a row, concatenated.
struct CsvCells {
    std::string text;
    std::vector<std::size_t> ends;  ///< end of each cell in `text`

    void clear() noexcept {
        text.clear();
        ends.clear();
    }
};

/// The result of scan_csv_row(): how the first row of a text ends.
struct CsvScan {
    enum class Kind {
        row,       ///< a complete row: `size` bytes with its line end
        more,      ///< the text ends before the row does
        unclosed,  ///< a quoted cell is never closed: `size` bytes were scanned
    };
    Kind kind = Kind::row;
    std::size_t size = 0;
    bool is_one_line = true;
};

/// Scans the first row of `text`. A quote opens a cell only as the cell's first character. Inside, two quotes stand for
/// one, and a single one closes the cell. Any further text up to the delimiter belongs to the cell, as in Excel and
/// Python. But if anything except a delimiter or a line end follows a quoted cell of several lines, the cell counts as
/// unclosed. Overwrites `cells`. `is_end`: the text is complete.
CsvScan scan_csv_row(std::string_view text, bool is_end, char delimiter, CsvCells& cells);

/// Splits a single line, in which the quote of an unclosed cell is an ordinary character. `line`: with its line end.
void split_csv_line(std::string_view line, char delimiter, CsvCells& cells);

/// Bytes of the first line with its line end (LF, CR or CRLF); npos if the text ends too early to tell.
std::size_t csv_line_size(std::string_view text, bool is_end) noexcept;

}  // namespace bizrec::builder
