#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/memory/byte_marks.hpp"

namespace bizrec::builder {

/// Cuts the usual lines of CSV into cells: those with no quotes but around whole cells. Quotes and line breaks within
/// cells, and whatever is malformed, are left to libcsv.
class PlainCsvLine {
public:
    static constexpr std::size_t read_slack = marked_block;

    explicit PlainCsvLine(char delimiter) noexcept : delimiter_(delimiter) {}

    /// `bytes` begin with a row, not with a line break; read_slack bytes behind them are readable. Appends the cells of
    /// the row to `text` on end, and where each ends to `ends`. Returns the row's bytes without its line break, or 0
    /// and leaves both as they were: the line is another one, or its break is not among `bytes`.
    std::size_t cut(std::string_view bytes, std::string& text, std::vector<std::size_t>& ends) const;

private:
    char delimiter_;
};

}  // namespace bizrec::builder
