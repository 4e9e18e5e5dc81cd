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

    /// Reads up to `capacity` bytes (> 0) into `out`. Returns their number, 0 at the end. Bytes that were read before
    /// an error stay valid. An error is final.
    virtual Result<std::size_t> read(char* out, std::size_t capacity) = 0;

    /// The kind of an error of read().
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

/// The bytes of a file ("-": standard input), unpacked if its first bytes are those of gzip or zstd. Other compressed
/// formats are refused with their name. `progress` is updated, and must outlive the source. `utf16`: accept text in
/// UTF-16.
Result<std::unique_ptr<ByteSource>> open_byte_source(const std::string& path, InputProgress& progress,
                                                     bool utf16 = false);

/// The kind of UTF-16 that the bytes are: "UTF-16LE" or "UTF-16BE", detected by a byte order mark or by two ASCII
/// characters; "" if they are not UTF-16.
std::string_view utf16_name(std::string_view bytes) noexcept;

}  // namespace bizrec::builder
