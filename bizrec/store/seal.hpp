#pragma once

#include <array>
#include <cstdint>
#include <functional>
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

struct OpenIndex;

/// Reads and checks the sealing page alone: magic, version, size, its own hash. Says of a foreign, truncated,
/// unfinished or newer file which it is, and of one with another generation's name. Messages begin with the path.
Result<Seal> read_seal(const std::string& path);

/// Hashes a file piece by piece, so that an event loop can go on between the pieces.
class SealChecker {
public:
    static Result<SealChecker> open(const std::string& path);
    /// The same file, by a descriptor of its own.
    static Result<SealChecker> of(const OpenIndex& index);
    SealChecker(SealChecker&&) noexcept;
    SealChecker& operator=(SealChecker&&) noexcept;
    ~SealChecker();

    /// Hashes up to `bytes` more. True: finished and the hash is right. False: call again. Error: damaged.
    Result<bool> step(std::uint64_t bytes);
    /// Whether step() has failed because the bytes are wrong: all others have read the file badly, or not at all.
    bool is_wrong() const noexcept;
    const Seal& seal() const noexcept;
    /// SHA-256 of the whole file, sealing page included: what sha256sum prints. Precondition: step() has given true.
    const Sha256& file_sha256() const noexcept;
    /// The file that is being hashed, as it was at open(): what a verdict is about.
    const FileIdentity& file() const noexcept;

private:
    struct State;
    explicit SealChecker(State* state) noexcept : state_(state) {}
    State* state_;
};

/// read_seal() and the whole hash at once; calls `progress(done, total)` (bytes) now and then where it is not null.
Result<Seal> check_seal(const std::string& path, void (*progress)(std::uint64_t, std::uint64_t, void*) = nullptr,
                        void* context = nullptr);

/// Bytes hashed, of how many.
using SealProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// Appends the sealing page to a finished LMDB file and fsyncs it.
Result<Seal> write_seal(const std::string& path, const SealProgress& progress = {});
/// The same by a descriptor, open for reading and writing; `path` is for messages.
Result<Seal> write_seal(const std::string& path, int fd, const SealProgress& progress = {});

}  // namespace bizrec::store
