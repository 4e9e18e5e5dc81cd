#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// Why an input ended early.
enum class InputFault : std::uint8_t {
    none,
    unreadable,  ///< a system call failed to read
    cut_off,     ///< compressed data that end early
    damaged,     ///< invalid compressed data, a wrong checksum, or other bytes after the data
};

/// A stream of bytes in bounded memory.
class ByteSource {
public:
    virtual ~ByteSource() = default;

    /// Reads up to `capacity` bytes (> 0) into `out`. Returns their number, 0 at the end. Bytes that it returned before
    /// an error are valid. An error is final: later calls fail, too.
    virtual Result<std::size_t> read(char* out, std::size_t capacity) = 0;

    /// After an error of read(): the kind of that error.
    virtual InputFault fault() const noexcept { return InputFault::unreadable; }

protected:
    ByteSource() = default;
    ByteSource(const ByteSource&) = default;
    ByteSource& operator=(const ByteSource&) = default;
};

/// The read position in the file from which a source reads.
struct InputProgress {
    std::uint64_t consumed = 0;  ///< bytes of the file read so far
    std::uint64_t size = 0;      ///< bytes of the file; 0 if unknown
};

/// The bytes of a file ("-": standard input), unpacked if its first bytes are those of gzip or zstd. Refuses other
/// packed formats, Parquet, SQLite, and text in UTF-16 or UTF-32 unless `wide` is set; the error names the format. The
/// source updates `progress`, which must outlive it.
Result<std::unique_ptr<ByteSource>> open_byte_source(const std::string& path, InputProgress& progress,
                                                     bool wide = false);

/// The kind of UTF-16 or UTF-32 in which a text begins: "UTF-16LE", "UTF-16BE", "UTF-32LE" or "UTF-32BE". Detected by a
/// byte order mark; UTF-16 also by zeros in the first two characters, which are ASCII in most texts. "" for other text.
std::string_view wide_encoding(std::string_view bytes) noexcept;

}  // namespace bizrec::builder
