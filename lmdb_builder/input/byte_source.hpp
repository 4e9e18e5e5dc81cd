#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// Why an input ended before its end.
enum class InputFault : std::uint8_t {
    none,
    unreadable,  ///< the system would not read on
    cut_off,     ///< packed data that end early
    damaged,     ///< packed data that are none, fail their checksum, or are followed by other bytes
};

/// A stream of bytes in bounded memory.
class ByteSource {
public:
    virtual ~ByteSource() = default;

    /// Up to `capacity` bytes (> 0) into `out`; how many, 0 at the end. What was read before an error stays good; an
    /// error is final.
    virtual Result<std::size_t> read(char* out, std::size_t capacity) = 0;

    /// After an error of read(): its kind.
    virtual InputFault fault() const noexcept { return InputFault::unreadable; }

protected:
    ByteSource() = default;
    ByteSource(const ByteSource&) = default;
    ByteSource& operator=(const ByteSource&) = default;
};

/// How far the file below a source is.
struct InputProgress {
    std::uint64_t consumed = 0;  ///< bytes of the file read so far
    std::uint64_t size = 0;      ///< bytes of the file; 0 where unknown
};

/// The bytes of a file ("-": standard input), unpacked where its first bytes are those of gzip or zstd. Other packed
/// formats are refused by name. `progress` is kept up to date and must outlive the source. `utf16`: text in UTF-16 is
/// not refused.
Result<std::unique_ptr<ByteSource>> open_byte_source(const std::string& path, InputProgress& progress,
                                                     bool utf16 = false);

/// "UTF-16LE" or "UTF-16BE" by a byte order mark or by two characters of ASCII; "" for what is not UTF-16.
std::string_view utf16_name(std::string_view bytes) noexcept;

}  // namespace bizrec::builder
