#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::builder {

/// Creates a file without a name, for reading and writing. The caller closes the returned descriptor. Throws
/// BuildFailure that names the folder.
int open_unnamed_file(const std::string& folder);

/// Temporary space on disk without a name: it disappears when the process ends, even if the process is killed. Data is
/// appended through a buffer, and can be read at any offset. Throws BuildFailure with the folder's name if the disk
/// fails.
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
    /// Writes the buffer to the file: read() only sees flushed data.
    void flush();
    /// Bytes appended so far.
    std::uint64_t size() const noexcept { return written_ + buffer_.size(); }

    /// Writes at a given offset, without the buffer. Several threads may call it at the same time. Do not append to a
    /// file that is written this way.
    void write_at(std::uint64_t offset, const void* bytes, std::size_t size) const;

    /// Reads exactly `size` bytes from `offset`; they must have been flushed.
    void read(std::uint64_t offset, void* bytes, std::size_t size) const;

private:
    std::string folder_;
    int descriptor_ = -1;
    std::size_t buffer_limit_;
    std::vector<char> buffer_;
    std::uint64_t written_ = 0;
};

}  // namespace bizrec::builder
