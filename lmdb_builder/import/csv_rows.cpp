#include "lmdb_builder/import/csv_rows.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "bizrec/base/byte_order_mark.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t csv_block_bytes = 256U << 10;

/// Blanks belong to their cell (RFC 4180 section 2.4); libcsv would drop them.
int no_space(unsigned char) {
    return 0;
}

}  // namespace

CsvRows::CsvRows(char delimiter, std::size_t limit) : delimiter_(delimiter), limit_(limit), buffer_(csv_block_bytes) {
    start_parser();
}

CsvRows::CsvRows(ByteSource& source, char delimiter, std::size_t limit) : CsvRows(delimiter, limit) {
    source_ = &source;
}

CsvRows::~CsvRows() {
    csv_free(&parser_);
}

Result<std::unique_ptr<CsvRows>> CsvRows::open(const std::string& path, char delimiter, std::size_t limit) {
    std::unique_ptr<CsvRows> rows(new CsvRows(delimiter, limit));
    auto source = open_byte_source(path, rows->progress_);
    if (!source) {
        return source.error();
    }
    rows->owned_ = std::move(source).value();
    rows->source_ = rows->owned_.get();
    return rows;
}

void CsvRows::start_parser() {
    if (csv_init(&parser_, CSV_STRICT | CSV_STRICT_FINI) != 0) {
        throw std::bad_alloc();
    }
    csv_set_delim(&parser_, static_cast<unsigned char>(delimiter_));
    csv_set_space_func(&parser_, no_space);
}

void CsvRows::start_row() {
    text_.clear();
    cell_ends_.clear();
    row_is_whole_ = false;
    row_bytes_ = 0;
    row_line_ = line_;
}

void CsvRows::take_cell(void* text, std::size_t size, void* self) {
    auto& rows = *static_cast<CsvRows*>(self);
    rows.text_.append(static_cast<const char*>(text), size);
    rows.cell_ends_.push_back(rows.text_.size());
}

void CsvRows::take_row(int, void* self) {
    static_cast<CsvRows*>(self)->row_is_whole_ = true;
}

bool CsvRows::fill() {
    if (source_ended_ || failed_) {
        return false;
    }
    if (at_ == end_) {
        at_ = end_ = 0;
    }
    const auto got = source_->read(buffer_.data() + end_, buffer_.size() - end_);
    if (!got) {
        failed_ = true;
        error_ = got.error();
        return false;
    }
    end_ += got.value();
    source_ended_ = got.value() == 0;
    return !source_ended_;
}

/// Up to the end of the line, or what there is of it. At most one row ends in it.
std::string_view CsvRows::take_piece() {
    const char* begin = buffer_.data() + at_;
    const char* end = buffer_.data() + end_;
    const char* at = std::find_if(begin, end, [](char c) { return c == '\n' || c == '\r'; });
    const bool has_end = at != end;
    if (has_end) {
        // CRLF is one line end, also where a block ends between the two.
        line_ += *at == '\r' || !after_return_ || at != begin ? 1 : 0;
        after_return_ = *at == '\r';
        ++at;
    } else {
        after_return_ = false;
    }
    at_ = static_cast<std::size_t>(at - buffer_.data());
    return std::string_view(begin, static_cast<std::size_t>(at - begin));
}

void CsvRows::skip_line() {
    while (!at_end()) {
        const char last = take_piece().back();
        if (last == '\n' || last == '\r') {
            return;
        }
    }
}

/// A line without quotes is a row as it stands: most are, and libcsv looks at each of their bytes by itself.
bool CsvRows::take_unquoted_line(std::string_view piece) {
    const bool is_line = piece.back() == '\n' || piece.back() == '\r';
    const std::string_view row = piece.substr(0, piece.size() - 1);
    if (!is_line || row.empty() || piece.size() > limit_ || row.find('"') != std::string_view::npos) {
        return false;
    }
    for (std::size_t begin = 0; begin <= row.size();) {
        const std::size_t end = std::min(row.find(delimiter_, begin), row.size());
        text_.append(row, begin, end - begin);
        cell_ends_.push_back(text_.size());
        begin = end + 1;
    }
    row_is_whole_ = true;
    return true;
}

CsvRows::Next CsvRows::feed(std::string_view piece) {
    row_bytes_ += piece.size();
    const bool ends_line = piece.back() == '\n' || piece.back() == '\r';
    const bool parsed = csv_parse(&parser_, piece.data(), piece.size(), take_cell, take_row, this) == piece.size();
    if (parsed && row_bytes_ <= limit_) {
        return Next::row;
    }
    if (!parsed && csv_error(&parser_) != CSV_EPARSE) {
        throw std::bad_alloc();
    }
    // libcsv cannot go on behind a fault.
    csv_free(&parser_);
    start_parser();
    if (!ends_line) {
        skip_line();
    }
    problem_ = "a quote in the midst of a cell: cells with quotes are quoted, their quotes doubled";
    return parsed ? Next::too_long : Next::malformed;
}

CsvRows::Next CsvRows::finish() {
    if (failed_) {
        return Next::failed;
    }
    const bool whole = csv_fini(&parser_, take_cell, take_row, this) == 0;
    csv_free(&parser_);
    start_parser();
    if (!whole) {
        problem_ = "the input ends in the midst of a quoted cell";
        return Next::malformed;
    }
    return row_is_whole_ ? Next::row : Next::end;
}

CsvRows::Next CsvRows::deliver(std::vector<std::string_view>& cells) {
    std::size_t begin = 0;
    cells.clear();
    for (const std::size_t end : cell_ends_) {
        cells.push_back(std::string_view(text_).substr(begin, end - begin));
        begin = end;
    }
    return Next::row;
}

CsvRows::Next CsvRows::next(std::vector<std::string_view>& cells) {
    start_row();
    if (!started_) {
        started_ = true;
        while (end_ < byte_order_mark.size() && fill()) {
        }
        if (has_byte_order_mark({buffer_.data(), end_})) {
            at_ = byte_order_mark.size();
        }
    }
    while (!row_is_whole_) {
        if (at_end()) {
            const Next last = finish();
            return last == Next::row ? deliver(cells) : last;
        }
        const bool begins_row = cell_ends_.empty() && row_bytes_ == 0;
        row_line_ = begins_row ? line_ : row_line_;
        const std::string_view piece = take_piece();
        if (begins_row && take_unquoted_line(piece)) {
            break;
        }
        const Next fed = feed(piece);
        if (fed != Next::row) {
            return fed;
        }
        if (!row_is_whole_ && cell_ends_.empty() && piece.size() == 1 && row_bytes_ == 1 &&
            (piece[0] == '\n' || piece[0] == '\r')) {
            row_bytes_ = 0;  // an empty line, or the LF of a CRLF
        }
    }
    return deliver(cells);
}

}  // namespace bizrec::builder
