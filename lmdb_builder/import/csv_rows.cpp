#include "lmdb_builder/import/csv_rows.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "bizrec/base/byte_order_mark.hpp"

namespace bizrec::builder {
namespace {

constexpr std::size_t csv_block_bytes = 256U << 10;
constexpr std::size_t sample_bytes = 64U << 10;
/// When this many bytes have been searched in vain for the end of a cell, each further search is limited to
/// short_look_bytes. Otherwise each line of a hostile table could cause a search of limit_ bytes.
constexpr std::uint64_t max_looked_ahead = 64U << 20;
constexpr std::size_t short_look_bytes = 4U << 10;

/// Counts line breaks within a row, without its line end. CRLF counts as one.
std::uint64_t count_breaks(std::string_view row) noexcept {
    row = row.substr(0, row.find_last_not_of("\r\n") + 1);
    std::uint64_t breaks = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const bool is_pair = row[i] == '\n' && i > 0 && row[i - 1] == '\r';
        breaks += (row[i] == '\n' || row[i] == '\r') && !is_pair ? 1 : 0;
    }
    return breaks;
}

}  // namespace

CsvRows::CsvRows(std::size_t limit) : limit_(limit), buffer_(csv_block_bytes) {}

CsvRows::CsvRows(ByteSource& source, char delimiter, std::size_t limit) : CsvRows(limit) {
    source_ = &source;
    delimiter_ = delimiter;
}

CsvRows::~CsvRows() = default;

Result<std::unique_ptr<CsvRows>> CsvRows::open(const std::string& path, const CsvOptions& options, std::size_t limit) {
    std::unique_ptr<CsvRows> rows(new CsvRows(limit));
    auto bytes = open_byte_source(path, rows->progress_, true);
    if (!bytes) {
        return bytes.error();
    }
    auto source = DecodedSource::open(std::move(bytes).value(), options.encoding);
    if (!source) {
        return source.error();
    }
    rows->owned_ = std::move(source).value();
    rows->source_ = rows->owned_.get();
    rows->delimiter_ = options.delimiter;
    rows->wants_sample_ = true;
    return rows;
}

std::string CsvRows::dialect() const {
    const std::string encoding = owned_ != nullptr ? owned_->encoding() : "UTF-8";
    return delimiter_name(delimiter_) + ", " + encoding + (has_mark_ ? " with its mark" : "");
}

/// Reads until `wanted` bytes are buffered. Returns false if the input ends or fails before.
bool CsvRows::fill(std::size_t wanted) {
    if (at_ > 0 && buffer_.size() - at_ < wanted) {
        std::memmove(buffer_.data(), buffer_.data() + at_, end_ - at_);
        end_ -= at_;
        at_ = 0;
    }
    if (buffer_.size() - at_ < wanted) {
        buffer_.resize(wanted + csv_block_bytes);
    }
    while (end_ - at_ < wanted && !source_ended_) {
        const auto got = source_->read(buffer_.data() + end_, buffer_.size() - end_);
        if (!got) {
            failed_ = source_ended_ = true;
            error_ = got.error();
            break;
        }
        end_ += got.value();
        source_ended_ = got.value() == 0;
    }
    return end_ - at_ >= wanted;
}

void CsvRows::start() {
    started_ = true;
    fill(byte_order_mark.size());
    has_mark_ = has_byte_order_mark(window());
    at_ += has_mark_ ? byte_order_mark.size() : 0;
    fill(sample_bytes);
    const CsvSepLine sep = read_sep_line(window().substr(0, sample_bytes));
    if (sep.size > 0) {
        delimiter_ = delimiter_ == unknown_delimiter ? sep.delimiter : delimiter_;
        pass(sep.size, 1);
        fill(sample_bytes);
    }
    // Only the first sample_bytes of the text decide, even if more are buffered, so that the same table always gives
    // the same delimiter.
    const std::string_view first = window().substr(0, sample_bytes);
    const bool is_end = source_ended_ && first.size() == window().size();
    if (delimiter_ == unknown_delimiter) {
        delimiter_ = find_delimiter(first, is_end);
        if (delimiter_ == unknown_delimiter) {
            failed_ = source_ended_ = true;
            at_ = end_;
            error_ = Error{undecided_delimiter()};
            return;
        }
    }
    if (wants_sample_) {
        sample_ = sample_of(first, is_end, delimiter_);
    }
}

void CsvRows::pass(std::size_t size, std::uint64_t lines) {
    line_ += lines;
    at_ += size;
}

void CsvRows::pass_row(const CsvScan& scan) {
    const std::uint64_t breaks = scan.is_one_line ? 0 : count_breaks(window().substr(0, scan.size));
    row_last_line_ = row_line_ + breaks;
    pass(scan.size, breaks + 1);
}

/// Returns false at the end of the input.
bool CsvRows::skip_empty_lines() {
    while (end_ > at_ || fill(1)) {
        const char first = buffer_[at_];
        if (first != '\n' && first != '\r') {
            return true;
        }
        const bool is_pair = first == '\r' && fill(2) && buffer_[at_ + 1] == '\n';
        ++line_;
        at_ += is_pair ? 2 : 1;
    }
    return false;
}

/// Reads until the row is complete. Returns the kind unclosed if the row is above the limit.
CsvScan CsvRows::scan_row() {
    const std::size_t limit = looked_ahead_ < max_looked_ahead ? limit_ : std::min(limit_, short_look_bytes);
    while (true) {
        const std::string_view text = window().substr(0, limit + 2);
        const bool is_end = source_ended_ && text.size() == window().size();
        const CsvScan scan = scan_csv_row(text, is_end, delimiter_, cells_);
        if (scan.kind != CsvScan::Kind::more) {
            return scan;
        }
        if (text.size() > limit) {
            return {CsvScan::Kind::unclosed, text.size()};
        }
        fill(std::min(2 * text.size(), limit) + 2);
    }
}

/// Size of the next line; npos if it is above limit_.
std::size_t CsvRows::first_line_size() {
    while (true) {
        const std::string_view text = window().substr(0, limit_ + 1);
        const bool is_end = source_ended_ && text.size() == window().size();
        const std::size_t size = csv_line_size(text, is_end);
        if (size != std::string_view::npos || text.size() > limit_) {
            return size <= limit_ ? size : std::string_view::npos;
        }
        fill(std::min(2 * text.size(), limit_) + 1);
    }
}

void CsvRows::skip_line() {
    while (end_ > at_ || fill(1)) {
        const std::size_t size = csv_line_size(window(), source_ended_);
        if (size != std::string_view::npos) {
            return pass(size, 1);
        }
        const bool may_be_pair = buffer_[end_ - 1] == '\r';
        at_ = may_be_pair ? end_ - 1 : end_;
        fill(may_be_pair ? 2 : 1);
    }
}

/// Whether a quote seems to open a cell by mistake: a row of several lines does not have as many cells as the first row
/// of the table, but its first line alone has as many.
bool CsvRows::is_stray_quote(std::size_t line_size) const {
    if (columns_ == 0 || cells_.ends.size() == columns_) {
        return false;
    }
    CsvCells line;
    split_csv_line(window().substr(0, line_size), delimiter_, line);
    return line.ends.size() == columns_;
}

/// Gives up a row with a cell that is never closed: skips only its first line. `scan`: all bytes that the row would
/// have covered.
CsvRows::Next CsvRows::give_up(const CsvScan& scan, std::size_t line_size) {
    looked_ahead_ += scan.size;
    const std::uint64_t lines = count_breaks(window().substr(0, scan.size));
    split_csv_line(window().substr(0, line_size), delimiter_, cells_);
    problem_ = "a quote opens a cell that nothing closes";
    if (lines > 0) {
        problem_ += ": it would have taken lines " + std::to_string(row_line_) + " to " +
                    std::to_string(row_line_ + lines) + "; reading goes on at line " + std::to_string(row_line_ + 1);
    }
    pass(line_size, 1);
    return Next::malformed;
}

CsvRows::Next CsvRows::deliver(Next next, std::vector<std::string_view>& cells) {
    std::size_t begin = 0;
    cells.clear();
    for (const std::size_t end : cells_.ends) {
        cells.push_back(std::string_view(cells_.text).substr(begin, end - begin));
        begin = end;
    }
    return next;
}

CsvRows::Next CsvRows::next(std::vector<std::string_view>& cells) {
    if (!started_) {
        start();
    }
    cells_.clear();
    cells.clear();
    if (!skip_empty_lines()) {
        return failed_ ? Next::failed : Next::end;
    }
    row_line_ = row_last_line_ = line_;
    const CsvScan scan = scan_row();
    const bool is_row = scan.kind == CsvScan::Kind::row;
    const std::size_t line_size = is_row && scan.is_one_line && scan.size <= limit_ ? scan.size : first_line_size();
    if (line_size == std::string_view::npos) {
        cells_.clear();
        skip_line();
        return Next::too_long;
    }
    // If an error cut the input off, the last line is incomplete and therefore no row.
    const std::size_t size = is_row ? scan.size : line_size;
    if (failed_ && size == window().size() && window().back() != '\n' && window().back() != '\r') {
        at_ = end_;
        cells_.clear();
        return Next::failed;
    }
    if (!is_row || (line_size < scan.size && is_stray_quote(line_size))) {
        return deliver(give_up(scan, line_size), cells);
    }
    columns_ = columns_ == 0 ? cells_.ends.size() : columns_;
    pass_row(scan);
    return deliver(Next::row, cells);
}

}  // namespace bizrec::builder
