#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/input/byte_source.hpp"

namespace bizrec::builder {

/// Lines of a plain, gzip or zstd file (told by their first bytes, not by the name), or of standard input for "-", in
/// bounded memory. A UTF-8 byte order mark at the start and CR before LF are dropped.
class LineReader {
public:
    static constexpr std::size_t default_line_limit = 16U << 20;  ///< bytes

    static Result<std::unique_ptr<LineReader>> open(const std::string& path,
                                                    std::size_t line_limit = default_line_limit);
    ~LineReader();

    enum class Next { line, too_long, end, failed };
    /// line: `text` holds until the next call. too_long: the line was skipped whole. failed: error() says why
    /// (truncated gzip, I/O error); what came before was delivered.
    Next next(std::string_view& text);

    std::uint64_t line_number() const noexcept;       ///< of the last line, from 1
    std::uint64_t compressed_bytes() const noexcept;  ///< consumed from the file so far: for progress
    std::uint64_t file_bytes() const noexcept;        ///< size of the file; 0 where unknown (pipe)
    const Error& error() const noexcept;
    InputFault fault() const noexcept;  ///< of error(); none where there is none

private:
    struct State;
    explicit LineReader(std::unique_ptr<State> state) noexcept;
    std::unique_ptr<State> state_;
};

}  // namespace bizrec::builder
