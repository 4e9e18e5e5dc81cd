#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bizrec::builder {

/// Takes the bytes of a download. What it throws ends the download, and reaches the caller of it.
class ByteSink {
public:
    virtual ~ByteSink() = default;
    /// Before the first byte: at which byte of the file the answer begins, which is 0 or what was asked for, and the
    /// file's strong entity tag, "" where there is none.
    virtual void begin(std::uint64_t offset, const std::string& etag) = 0;
    virtual void write(std::string_view bytes) = 0;
};

}  // namespace bizrec::builder
