#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bizrec::builder {

/// Receives the bytes of a download. An exception from it ends the download and reaches the download's caller.
class ByteSink {
public:
    virtual ~ByteSink() = default;
    /// Called before the first byte. `offset`: the byte of the file where the answer begins, either 0 or the requested
    /// offset. `etag`: the file's strong entity tag, "" if there is none.
    virtual void begin(std::uint64_t offset, const std::string& etag) = 0;
    virtual void write(std::string_view bytes) = 0;
};

}  // namespace bizrec::builder
