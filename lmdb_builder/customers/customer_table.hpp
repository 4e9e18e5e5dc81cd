#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/customers/customer_run.hpp"
#include "lmdb_builder/customers/record_columns.hpp"
#include "lmdb_builder/import/csv_rows.hpp"

namespace bizrec::builder {

/// A table of customers in CSV. Each row gets the columns of its record.
class CustomerTable {
public:
    explicit CustomerTable(CustomerRun& run) : run_(&run), columns_(run.options->fields) {}

    /// Throws BuildFailure.
    void run(const CustomerProgress& progress);

private:
    void read_next(CsvRows& rows, CsvRows::Next next, const std::vector<std::string_view>& cells);
    void read_header(const std::vector<std::string_view>& names);
    void add_row(std::string_view text, const std::vector<std::string_view>& cells);
    void answer_block();
    Clues clues_of(std::size_t row) const;
    void write_unreadable(std::uint64_t line, const std::string& reason, const std::vector<std::string_view>& cells);
    void write_row(std::size_t row, const CompanyMatch& match);
    void append_own_cells(const std::string_view* cells, std::size_t count);
    void append_more_cells(const std::string_view* cells, std::size_t count);
    void append_empty_cells(std::size_t count);
    void append_record(std::string_view record);

    std::size_t row_count() const noexcept { return row_ends_.size(); }
    std::size_t first_cell(std::size_t row) const noexcept { return row == 0 ? 0 : row_ends_[row - 1]; }
    std::size_t cell_count(std::size_t row) const noexcept { return row_ends_[row] - first_cell(row); }

    CustomerRun* run_;
    char delimiter_ = unknown_delimiter;
    RecordColumns columns_;
    std::string safe_;  // a cell escaped so that no spreadsheet runs it
    bool has_header_ = false;
    std::size_t header_cells_ = 0;
    ClueColumns clue_columns_{};

    // The rows that wait until their block is full.
    std::string texts_;  // all cells, concatenated
    std::vector<std::size_t> cell_ends_, row_ends_;

    // The block that is being answered.
    std::vector<std::string_view> cells_;  // of all rows
    std::vector<Clues> clues_;
    std::vector<std::string_view> record_cells_;
};

}  // namespace bizrec::builder
