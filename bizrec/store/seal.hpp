#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "bizrec/base/result.hpp"

/// The sealing page at the end of an index file. LMDB has no checksums and crashes on damaged pages, so nothing of the
/// file reaches LMDB before this page, and (where asked) the SHA-256 over all that stands before it, are right.
/// The page exists only in a finished file: it is the `complete` record too.
namespace bizrec::store {

using Sha256 = std::array<unsigned char, 32>;

struct Seal {
    std::uint32_t format_version = 0;
    std::uint32_t oldest_reader = 0;
    std::uint64_t lmdb_bytes = 0;
    Sha256 sha256{};  ///< of the LMDB part

    /// First 16 hex digits of sha256: the name of the generation in logs.
    std::string generation() const;
};

/// Which file this is, as the kernel knows it; a changed file has another one.
struct FileIdentity {
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t changed_ns = 0;  ///< ctime
    bool operator==(const FileIdentity& o) const noexcept {
        return device == o.device && inode == o.inode && size == o.size && changed_ns == o.changed_ns;
    }
};

Result<FileIdentity> identify_file(const std::string& path);

/// Reads and checks the sealing page alone: magic, version, size, its own hash. Says of a foreign, truncated,
/// unfinished or newer file which it is, and of one with another generation's name. Messages begin with the path.
Result<Seal> read_seal(const std::string& path);

/// read_seal() and the whole hash at once; calls `progress(done, total)` (bytes) now and then where it is not null.
Result<Seal> check_seal(const std::string& path, void (*progress)(std::uint64_t, std::uint64_t, void*) = nullptr,
                        void* context = nullptr);

}  // namespace bizrec::store
