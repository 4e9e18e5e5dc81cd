#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// A descriptor of a new file without a name, for reading and writing. Throws BuildFailure that names the folder.
int open_unnamed_file(const std::string& folder);

/// Scratch space on disk without a name: it is gone when the process is, however that ends. Appended to through a
/// buffer, read back anywhere. Throws BuildFailure when the disk does not play along, with the folder's name in the
/// message.
class TempFile {
public:
    static constexpr std::size_t default_buffer_bytes = 1U << 18;

    /// `folder` must exist and be writable.
    explicit TempFile(std::string folder, std::size_t buffer_bytes = default_buffer_bytes);
    TempFile(TempFile&& other) noexcept;
    TempFile& operator=(TempFile&& other) noexcept;
    ~TempFile();

    void append(const void* bytes, std::size_t size);
    void append(std::string_view bytes) { append(bytes.data(), bytes.size()); }
    /// Writes out the buffer: read() sees only what was flushed.
    void flush();
    /// Bytes appended so far.
    std::uint64_t size() const noexcept { return written_ + buffer_.size(); }

    /// Writes at a place of the caller's choice, past the buffer; threads may do so side by side. A file that is
    /// written this way is not appended to.
    void write_at(std::uint64_t offset, const void* bytes, std::size_t size) const;

    /// Exactly `size` bytes from `offset`, which must lie inside what was flushed.
    void read(std::uint64_t offset, void* bytes, std::size_t size) const;

private:
    std::string folder_;
    int descriptor_ = -1;
    std::size_t buffer_limit_;
    std::vector<char> buffer_;
    std::uint64_t written_ = 0;
};

}  // namespace bizrec::builder
