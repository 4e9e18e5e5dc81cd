#pragma once

#include <string>
#include <vector>

namespace bizrec::builder {

/// A table with aligned columns, for people. Cells are escaped by text::visible().
class TextTable {
public:
    enum class Align { left, right };
    struct Column {
        std::string name;
        Align align;
    };

    explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

    /// Adds a row. `cells`: one cell per column.
    void add(std::vector<std::string> cells);

    bool empty() const noexcept { return rows_.empty(); }

    /// The names of the columns, then the rows, with two spaces between columns and none at the end of a line.
    std::string text() const;

private:
    std::vector<Column> columns_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace bizrec::builder
