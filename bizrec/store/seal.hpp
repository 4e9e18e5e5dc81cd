#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "bizrec/base/result.hpp"

/// The sealing page at the end of an index file. LMDB has no checksums and crashes on damaged pages. So this page, and
/// on request the SHA-256 of everything before it, is checked before LMDB reads the file. Only a finished file has the
/// page, so it also proves that the file is complete.
namespace bizrec::store {

using Sha256 = std::array<unsigned char, 32>;

struct Seal {
    std::uint32_t format_version = 0;
    std::uint32_t oldest_reader = 0;
    std::uint64_t lmdb_bytes = 0;
    Sha256 sha256{};  ///< of the LMDB part

    /// First 16 hex digits of sha256: the generation's name in logs.
    std::string generation() const;
};

/// Identifies a file as the kernel knows it. A changed file has another identity.
struct FileIdentity {
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t changed_ns = 0;  ///< change time of the file (ctime)
    bool operator==(const FileIdentity& o) const noexcept {
        return device == o.device && inode == o.inode && size == o.size && changed_ns == o.changed_ns;
    }
};

Result<FileIdentity> identify_file(const std::string& path);

/// Reads and checks only the sealing page: magic, version, size, its own hash. The message says whether the file is
/// foreign, truncated, unfinished, too new, or named after another generation. Messages begin with the path.
Result<Seal> read_seal(const std::string& path);

/// Checks what read_seal() checks, and the SHA-256 of everything before the sealing page. If `progress` is not null,
/// calls `progress(done, total, context)` from time to time, in bytes.
Result<Seal> check_seal(const std::string& path, void (*progress)(std::uint64_t, std::uint64_t, void*) = nullptr,
                        void* context = nullptr);

}  // namespace bizrec::store
