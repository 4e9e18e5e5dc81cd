#include "lmdb_builder/customers/customer_table.hpp"

#include "bizrec/base/byte_order_mark.hpp"
#include "lmdb_builder/customers/table_output.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/terminal/number_text.hpp"

namespace bizrec::builder {

void CustomerTable::run(const CustomerProgress& progress) {
    const auto rows = must(CsvRows::open(run_->options->input, run_->options->csv));
    std::vector<std::string_view> cells;
    for (CsvRows::Next next = rows->next(cells); next != CsvRows::Next::end; next = rows->next(cells)) {
        read_next(*rows, next, cells);
        if (run_->summary.rows % CustomerRun::progress_interval == 0) {
            progress(rows->progress().consumed, rows->progress().size, run_->summary.rows);
        }
    }
    answer_block();
    if (!has_header_) {
        throw BuildFailure("the table is empty: a first row with the names of the columns was expected");
    }
}

void CustomerTable::read_next(CsvRows& rows, CsvRows::Next next, const std::vector<std::string_view>& cells) {
    switch (next) {
        case CsvRows::Next::row:
            if (has_header_) {
                add_row(rows.text(), cells);
                break;
            }
            delimiter_ = rows.delimiter();
            run_->summary.dialect = rows.dialect();
            if (rows.has_mark()) {
                run_->out.append(byte_order_mark);
            }
            read_header(cells);
            has_header_ = true;
            break;
        case CsvRows::Next::too_long:
            write_unreadable(rows.line(), "the line is longer than " + size_text(CsvRows::default_limit), cells);
            break;
        case CsvRows::Next::malformed:
            write_unreadable(rows.line(), rows.problem(), cells);
            break;
        default:
            answer_block();
            throw BuildFailure(rows.error());
    }
}

/// Writes a row that cannot be read, in its place among the others, with the cells that it has.
void CustomerTable::write_unreadable(std::uint64_t line, const std::string& reason,
                                     const std::vector<std::string_view>& cells) {
    if (!has_header_) {
        throw BuildFailure("the header cannot be read: line " + std::to_string(line) + ": " + reason);
    }
    answer_block();
    run_->note_unreadable(line, reason);
    append_own_cells(cells.data(), cells.size());
    run_->out.append(delimiter_);
    run_->out.append("unreadable");
    run_->out.append(delimiter_);
    append_csv_cell(run_->out, "line " + std::to_string(line) + ": " + reason, delimiter_);
    append_empty_cells(3 + columns_.size());
    append_more_cells(cells.data(), cells.size());
    run_->out.append('\n');
}

void CustomerTable::read_header(const std::vector<std::string_view>& names) {
    if (const std::string uncut = uncut_header(names); !uncut.empty()) {
        throw BuildFailure(uncut);
    }
    std::vector<std::string> header;
    header.reserve(names.size());
    for (const std::string_view name : names) {
        header.emplace_back(trim_blanks(name));
    }
    header_cells_ = header.size();
    clue_columns_ = must(ClueColumns::find(header, run_->options->columns));
    run_->summary.columns = clue_columns_.describe(header);
    append_own_cells(names.data(), names.size());
    for (const std::string& name : match_column_names()) {
        run_->out.append(delimiter_);
        run_->out.append(name);
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        run_->out.append(delimiter_);
        append_csv_cell(run_->out, "match_" + columns_.name(i), delimiter_);
    }
    run_->out.append('\n');
}

void CustomerTable::add_row(std::string_view text, const std::vector<std::string_view>& cells) {
    ++run_->summary.rows;
    std::size_t end = texts_.size();
    texts_.append(text);
    for (const std::string_view cell : cells) {
        end += cell.size();
        cell_ends_.push_back(end);
    }
    row_ends_.push_back(cell_ends_.size());
    if (row_count() == CompanyMatcher::block_rows || texts_.size() >= CustomerRun::block_bytes) {
        answer_block();
    }
}

void CustomerTable::answer_block() {
    cells_.clear();
    std::size_t begin = 0;
    for (const std::size_t end : cell_ends_) {
        cells_.push_back(std::string_view(texts_).substr(begin, end - begin));
        begin = end;
    }
    clues_.clear();
    for (std::size_t row = 0; row < row_count(); ++row) {
        clues_.push_back(clues_of(row));
    }
    run_->matcher.answer(clues_.data(), row_count());
    for (std::size_t row = 0; row < row_count(); ++row) {
        const CompanyMatch& match = run_->matcher.match(row);
        run_->summary.count(match);
        write_row(row, match);
    }
    texts_.clear();
    cell_ends_.clear();
    row_ends_.clear();
    run_->end_block();
}

Clues CustomerTable::clues_of(std::size_t row) const {
    Clues clues;
    for (const Clue clue : all_clues) {
        const std::size_t column = clue_columns_.column(clue);
        clues.text(clue) =
            column < cell_count(row) ? trim_blanks(cells_[first_cell(row) + column]) : std::string_view();
    }
    return clues;
}

/// Writes a row with the columns of its match. Cells for which the header has no name come last.
void CustomerTable::write_row(std::size_t row, const CompanyMatch& match) {
    TextBuffer& out = run_->out;
    const std::string_view* const cells = cells_.data() + first_cell(row);
    const std::size_t count = cell_count(row);
    // The record is read first: this fails if the index is damaged, and the row must not be half-written then.
    if (match.has_record()) {
        run_->record.read(match.docid);
    }
    append_own_cells(cells, count);
    if (match.has_record()) {
        append_match_cells(out, match, run_->record.id(), delimiter_);
        append_record(run_->record.content());
    } else {
        append_match_cells(out, match, "", delimiter_);
        append_empty_cells(columns_.size());
    }
    append_more_cells(cells, count);
    out.append('\n');
}

void CustomerTable::append_empty_cells(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        run_->out.append(delimiter_);
    }
}

/// Appends the cells without a header name.
void CustomerTable::append_more_cells(const std::string_view* cells, std::size_t count) {
    for (std::size_t i = header_cells_; i < count; ++i) {
        run_->out.append(delimiter_);
        append_csv_cell(run_->out, cells[i], delimiter_);
    }
}

/// Appends exactly one cell for each column of the header.
void CustomerTable::append_own_cells(const std::string_view* cells, std::size_t count) {
    for (std::size_t i = 0; i < header_cells_; ++i) {
        if (i != 0) {
            run_->out.append(delimiter_);
        }
        if (i < count) {
            append_csv_cell(run_->out, cells[i], delimiter_);
        }
    }
}

void CustomerTable::append_record(std::string_view record) {
    if (!columns_.cut(record, record_cells_)) {
        record_cells_.assign(columns_.size(), {});
    }
    for (const std::string_view text : record_cells_) {
        run_->out.append(delimiter_);
        if (run_->options->raw || !is_formula(text)) {
            append_csv_cell(run_->out, text, delimiter_);
        } else {
            safe_.assign(1, '\'').append(text);
            append_csv_cell(run_->out, safe_, delimiter_);
        }
    }
}

}  // namespace bizrec::builder
