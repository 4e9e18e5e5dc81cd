#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/import/csv_dialect.hpp"
#include "lmdb_builder/import/csv_scan.hpp"
#include "lmdb_builder/input/decoded_source.hpp"

namespace bizrec::builder {

/// The format of a table, as far as options give it.
struct CsvOptions {
    char delimiter = unknown_delimiter;  ///< any byte except a quote, CR and LF; unknown: detect it
    std::string encoding;                ///< "": detect it
};

/// Rows of comma-separated values (RFC 4180). Quoted cells may contain line breaks, delimiters and doubled quotes. CR,
/// LF and CRLF end a row. Empty lines are skipped, and at the start a byte order mark and a line "sep=;".
///
/// If a quoted cell is never closed, next() returns the first line of its row as malformed, and the next row begins
/// after that line. The same holds for a row of several lines that does not have as many cells as the first row of the
/// table, if its first line alone has as many.
class CsvRows {
public:
    static constexpr std::size_t default_limit = 1U << 20;  ///< maximum bytes of a row

    /// `path`: "-" is standard input; plain, gzip or zstd.
    static Result<std::unique_ptr<CsvRows>> open(const std::string& path, const CsvOptions& options,
                                                 std::size_t limit = default_limit);
    /// Reads a table that is already UTF-8. `source` must outlive the reader.
    CsvRows(ByteSource& source, char delimiter, std::size_t limit = default_limit);
    CsvRows(const CsvRows&) = delete;
    CsvRows& operator=(const CsvRows&) = delete;
    ~CsvRows();

    enum class Next { row, too_long, malformed, end, failed };
    /// row: `cells` are valid until the next call. too_long: a line above the limit was skipped. malformed: problem()
    /// has the reason, and `cells` are the cells of the skipped line, in which the quote of an unclosed cell is an
    /// ordinary character. failed: error() has the reason, and fault() its kind.
    Next next(std::vector<std::string_view>& cells);

    /// All cells of the row, concatenated.
    std::string_view text() const noexcept { return cells_.text; }
    std::uint64_t line() const noexcept { return row_line_; }            ///< first line of the last row, from 1
    std::uint64_t last_line() const noexcept { return row_last_line_; }  ///< last line of the last row
    const std::string& problem() const noexcept { return problem_; }
    const Error& error() const noexcept { return error_; }
    InputFault fault() const noexcept { return failed_ ? source_->fault() : InputFault::none; }
    const InputProgress& progress() const noexcept { return progress_; }

    // Valid after the first call of next().
    char delimiter() const noexcept { return delimiter_; }
    bool has_mark() const noexcept { return has_mark_; }  ///< the input begins with a byte order mark
    const CsvSample& sample() const noexcept { return sample_; }
    /// Delimiter and encoding for people: "comma, UTF-8".
    std::string dialect() const;

private:
    explicit CsvRows(std::size_t limit);
    void start();
    bool fill(std::size_t wanted);
    std::string_view window() const noexcept { return {buffer_.data() + at_, end_ - at_}; }
    bool skip_empty_lines();
    CsvScan scan_row();
    Next give_up(const CsvScan& scan, std::size_t line_size);
    std::size_t first_line_size();
    void skip_line();
    void pass(std::size_t size, std::uint64_t lines);
    void pass_row(const CsvScan& scan);
    bool is_stray_quote(std::size_t line_size) const;
    Next deliver(Next next, std::vector<std::string_view>& cells);

    InputProgress progress_;
    std::unique_ptr<DecodedSource> owned_;
    ByteSource* source_ = nullptr;
    char delimiter_ = ',';
    std::size_t limit_;

    std::vector<char> buffer_;
    std::size_t at_ = 0, end_ = 0;  // range of buffered bytes that are not consumed
    bool source_ended_ = false, failed_ = false, started_ = false, has_mark_ = false, wants_sample_ = false;
    CsvSample sample_;

    CsvCells cells_;
    std::size_t columns_ = 0;  // cells of the first row
    // The bytes that scan_row() has read in vain for the end of a quoted cell, in total. From max_looked_ahead on, it
    // reads at most short_look_bytes for a row.
    std::uint64_t looked_ahead_ = 0;
    std::uint64_t line_ = 1, row_line_ = 1, row_last_line_ = 1;
    std::string problem_;
    Error error_;
};

}  // namespace bizrec::builder
