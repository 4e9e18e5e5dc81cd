#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/store/seal.hpp"
#include "bizrec/store/sha256.hpp"

namespace bizrec::store {

/// Like read_seal(), for a file that is already open. Does not compare the generation with the file's name.
Result<Seal> read_seal_of(const std::string& path, const OpenFile& file);

/// Hashes the first `size` bytes of a file, read with pread(2). If the file shrinks meanwhile this gives an error; a
/// map of it would raise SIGBUS.
class FileHasher {
public:
    /// `fd` must outlive this object.
    FileHasher(int fd, std::uint64_t size);
    /// Hashes up to `bytes` more. Returns false with errno set, or with errno 0 if the file ends early.
    bool step(std::uint64_t bytes) noexcept;
    bool finished() const noexcept { return done_ == size_; }
    /// Call it once, after finished(). Returns false if OpenSSL refuses.
    bool digest(Sha256& out) noexcept { return stream_.finish(out); }
    /// Writes the digest so far to `out`. append() and digest() may follow. Returns false if OpenSSL refuses.
    bool peek(Sha256& out) const noexcept { return stream_.peek(out); }
    /// Adds bytes after the first `size` of the file to the hash.
    void append(const void* bytes, std::size_t size) noexcept { stream_.update(bytes, size); }

private:
    int fd_;
    std::uint64_t size_;
    std::uint64_t done_ = 0;
    std::unique_ptr<char[]> buffer_;
    Sha256Stream stream_;
};

}  // namespace bizrec::store
