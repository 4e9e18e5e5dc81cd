#pragma once

#include <string>
#include <vector>

namespace bizrec::builder {

/// Rows of cells as aligned lines for people. Cells are shown as text::visible() has them.
class TextTable {
public:
    enum class Align { left, right };
    struct Column {
        std::string name;
        Align align;
    };

    explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

    /// As many cells as there are columns.
    void add(std::vector<std::string> cells);

    bool empty() const noexcept { return rows_.empty(); }

    /// The names of the columns, then the rows; two spaces between columns, none at the end of a line.
    std::string text() const;

private:
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace bizrec::builder
