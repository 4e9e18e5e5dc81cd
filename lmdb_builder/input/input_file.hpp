#pragma once

#include <array>
#include <string>
#include <string_view>

#include "lmdb_builder/input/byte_source.hpp"

namespace bizrec::builder {

/// A file or standard input, read through a buffer of 256 KiB from which the unpackers read.
class InputFile {
public:
    static constexpr std::size_t buffer_bytes = 256U << 10;

    /// `path`: "-" is standard input, which is not closed. Fails for a directory. Updates `progress`, which must
    /// outlive the object.
    static Result<std::unique_ptr<InputFile>> open(const std::string& path, InputProgress& progress);
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    ~InputFile();

    /// Fills the buffer until it has at least `wanted` unread bytes (at most buffer_bytes), and returns all unread
    /// bytes. Fewer if the file ends before; none at its end. Valid until the next call.
    Result<std::string_view> peek(std::size_t wanted = 1);
    /// Consumes `count` bytes of the result of peek().
    void skip(std::size_t count) noexcept;

    /// The name in messages: the path, or "standard input".
    const std::string& name() const noexcept { return name_; }

private:
    InputFile(int descriptor, bool owned, std::string name, InputProgress& progress);
    Status refill();

    int descriptor_;
    bool owned_;
    std::string name_;
    InputProgress* progress_;
    std::string buffer_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    bool at_end_ = false;
};

}  // namespace bizrec::builder
