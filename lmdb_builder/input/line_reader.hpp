#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/input/byte_source.hpp"

namespace bizrec::builder {

/// Lines of a plain, gzip or zstd file (detected by its first bytes, not its name), or of standard input for "-", in
/// bounded memory. A UTF-8 byte order mark at the start and a CR before LF are dropped.
class LineReader {
public:
    static constexpr std::size_t default_line_limit = 16U << 20;  ///< bytes

    static Result<std::unique_ptr<LineReader>> open(const std::string& path,
                                                    std::size_t line_limit = default_line_limit);
    LineReader(const LineReader&) = delete;
    LineReader& operator=(const LineReader&) = delete;

    enum class Next { line, too_long, end, failed };
    /// line: `text` is the line, valid until the next call. too_long: a line was skipped. end: no line is left. failed:
    /// no more lines can be read; error() has the reason (truncated gzip, I/O error).
    Next next(std::string_view& text);

    /// The first byte that is no white space, for guessing the format. Call it before next(). 0 if the first block that
    /// was read has no such byte.
    char first_byte();

    /// The number of the line that next() reported last, from 1; 0 before the first.
    std::uint64_t line_number() const noexcept { return line_number_; }
    /// Bytes of the file consumed so far, for progress.
    std::uint64_t compressed_bytes() const noexcept { return progress_.consumed; }
    /// Size of the file; 0 if unknown (pipe).
    std::uint64_t file_bytes() const noexcept { return progress_.size; }
    const Error& error() const noexcept { return error_; }
    InputFault fault() const noexcept;  ///< kind of error(); none if there is no error

private:
    friend class RestOfLines;
    explicit LineReader(std::size_t line_limit);
    bool fill();
    void make_room();
    std::size_t find_newline();
    void skip_byte_order_mark();
    std::string_view take(std::size_t newline);
    void skip_line();

    InputProgress progress_;
    std::unique_ptr<ByteSource> source_;
    std::size_t line_limit_;
    // A window over the source: bytes begin_..end_ of the buffer are read but not delivered yet; the bytes before
    // searched_ contain no newline.
    std::vector<char> buffer_;
    std::size_t begin_ = 0;
    std::size_t searched_ = 0;
    std::size_t end_ = 0;
    std::uint64_t line_number_ = 0;
    bool at_end_ = false;
    bool failed_ = false;
    Error error_;
};

/// The bytes that `lines` has not delivered yet, as a source for another kind of reader. `lines` must outlive this
/// object, and must not be read any more.
class RestOfLines : public ByteSource {
public:
    explicit RestOfLines(LineReader& lines) : lines_(&lines) {}

    Result<std::size_t> read(char* out, std::size_t capacity) override;
    InputFault fault() const noexcept override { return lines_->source_->fault(); }

private:
    LineReader* lines_;
};

}  // namespace bizrec::builder
