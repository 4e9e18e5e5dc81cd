#pragma once

#include <csv.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lmdb_builder/input/byte_source.hpp"

namespace bizrec::builder {

/// Rows of comma-separated values as RFC 4180 has them (libcsv, strict): quoted cells may hold line breaks, delimiters
/// and doubled quotes. CR, LF and CRLF end a row, empty lines are none, a byte order mark at the start is dropped. A
/// broken row is skipped to the end of its line.
class CsvRows {
public:
    static constexpr std::size_t default_limit = 1U << 20;  ///< bytes of a row

    /// `path`: "-" is standard input; plain, gzip or zstd. `delimiter`: any byte but a quote, CR and LF.
    static Result<std::unique_ptr<CsvRows>> open(const std::string& path, char delimiter,
                                                 std::size_t limit = default_limit);
    /// `source` must outlive the reader.
    CsvRows(ByteSource& source, char delimiter, std::size_t limit = default_limit);
    CsvRows(const CsvRows&) = delete;
    CsvRows& operator=(const CsvRows&) = delete;
    ~CsvRows();

    enum class Next { row, too_long, malformed, end, failed };
    /// row: `cells` hold until the next call. malformed: problem() says why. failed: error() does.
    Next next(std::vector<std::string_view>& cells);

    /// All cells of the row on end.
    std::string_view text() const noexcept { return text_; }
    std::uint64_t line() const noexcept { return row_line_; }  ///< where the last row begins, from 1
    const char* problem() const noexcept { return problem_; }
    const Error& error() const noexcept { return error_; }
    const InputProgress& progress() const noexcept { return progress_; }

private:
    CsvRows(char delimiter, std::size_t limit);
    static void take_cell(void* text, std::size_t size, void* self);
    static void take_row(int terminator, void* self);
    void start_parser();
    void start_row();
    bool fill();
    bool at_end() { return at_ == end_ && !fill(); }
    std::string_view take_piece();
    bool take_unquoted_line(std::string_view piece);
    void skip_line();
    Next feed(std::string_view piece);
    Next finish();
    Next deliver(std::vector<std::string_view>& cells);

    InputProgress progress_;
    std::unique_ptr<ByteSource> owned_;
    ByteSource* source_ = nullptr;
    char delimiter_;
    std::size_t limit_;
    csv_parser parser_{};

    std::vector<char> buffer_;
    std::size_t at_ = 0, end_ = 0;
    bool source_ended_ = false, failed_ = false, started_ = false, after_return_ = false;

    std::string text_;
    std::vector<std::size_t> cell_ends_;
    bool row_is_whole_ = false;
    std::size_t row_bytes_ = 0;
    std::uint64_t line_ = 1, row_line_ = 1;
    const char* problem_ = "";
    Error error_;
};

}  // namespace bizrec::builder
