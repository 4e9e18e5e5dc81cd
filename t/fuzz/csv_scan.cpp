// Any bytes as rows of CSV: each row is read completely, or is given up at its first line. A row is the same whether
// all, some or none of the text after it has arrived.
#include "lmdb_builder/import/csv_scan.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "t/fuzz/require.hpp"

namespace {

using namespace bizrec::builder;
using bizrec::fuzz::require;
using Kind = CsvScan::Kind;

void check_cells(const CsvCells& cells, std::size_t bytes) {
    require(!cells.ends.empty() && cells.ends.back() == cells.text.size() && cells.text.size() <= bytes);
    require(std::is_sorted(cells.ends.begin(), cells.ends.end()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const char delimiter = ",;\t|"[data[0] % 4];
    std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
    CsvCells cells;
    CsvCells again;
    while (!text.empty()) {
        const std::size_t line = csv_line_size(text, true);
        require(line > 0 && line <= text.size());
        const CsvScan row = scan_csv_row(text, true, delimiter, cells);
        require(row.kind != Kind::more && row.size > 0 && row.size <= text.size());
        for (const std::size_t cut : {row.size / 2, row.size, std::min(row.size + 1, text.size())}) {
            const CsvScan part = scan_csv_row(text.substr(0, cut), false, delimiter, again);
            require(part.kind != Kind::row || row.kind == Kind::unclosed ||
                    (part.size == row.size && again.text == cells.text && again.ends == cells.ends));
            require(part.kind != Kind::unclosed || row.kind == Kind::unclosed);
        }
        if (row.kind == Kind::row) {
            require(row.is_one_line ? row.size == line : row.size > line);
            check_cells(cells, row.size);
        } else {
            split_csv_line(text.substr(0, line), delimiter, cells);
            check_cells(cells, line);
        }
        text.remove_prefix(row.kind == Kind::row ? row.size : line);
    }
    return 0;
}
