#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/store/seal.hpp"
#include "bizrec/store/sha256.hpp"

namespace bizrec::store {

/// read_seal() of a file that is open already.
Result<Seal> read_seal_of(const std::string& path, const OpenFile& file);

/// Hashes the first `size` bytes of a file by read(2): a file that shrinks meanwhile gives an error, where a map of it
/// would give SIGBUS.
class FileHasher {
public:
    /// `fd` must outlive this object.
    FileHasher(int fd, std::uint64_t size);
    /// Up to `bytes` more. False: errno is set, or 0 where the file ends early.
    bool step(std::uint64_t bytes) noexcept;
    bool finished() const noexcept { return done_ == size_; }
    /// Once, after finished(). False: OpenSSL refused.
    bool digest(Sha256& out) noexcept { return stream_.finish(out); }
    /// The digest so far; append() and digest() may follow.
    bool peek(Sha256& out) const noexcept { return stream_.peek(out); }
    /// Bytes behind the first `size` of the file.
    void append(const void* bytes, std::size_t size) noexcept { stream_.update(bytes, size); }

private:
    int fd_;
    std::uint64_t size_;
    std::uint64_t done_ = 0;
    std::unique_ptr<char[]> buffer_;
    Sha256Stream stream_;
};

}  // namespace bizrec::store
