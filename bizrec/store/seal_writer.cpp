#include "bizrec/store/seal_writer.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "bizrec/store/fd.hpp"
#include "bizrec/store/seal_page.hpp"
#include "bizrec/store/seal_reader.hpp"

namespace bizrec::store {
namespace {

constexpr std::uint64_t sealing_step_bytes = std::uint64_t{16} << 20;

Result<Seal> append_seal(const std::string& path, int fd, std::uint64_t size, const SealProgress& progress,
                         std::uint32_t version) {
    Seal seal;
    seal.format_version = version;
    seal.oldest_reader = version > format::format_version ? version : format::oldest_reader_version;
    seal.lmdb_bytes = size;
    FileHasher hasher(fd, size);
    for (std::uint64_t done = 0; !hasher.finished(); done = std::min(done + sealing_step_bytes, size)) {
        if (progress) {
            progress(done, size);
        }
        if (!hasher.step(sealing_step_bytes)) {
            return system_error(path, "cannot be read back for its seal", errno);
        }
    }
    SealPage page;
    if (!hasher.digest(seal.sha256) || !encode_seal(seal, page)) {
        return file_error(path, "cannot be sealed: OpenSSL offers no SHA-256");
    }
    if (!write_at(fd, page.data(), page.size(), size)) {
        return system_error(path, "cannot be sealed", errno);
    }
    if (::fsync(fd) != 0) {
        return system_error(path, "cannot be flushed to the disk", errno);
    }
    if (progress) {
        progress(size, size);
    }
    return seal;
}

}  // namespace

Result<Seal> write_seal(const std::string& path, const SealProgress& progress) {
    FileDescriptor fd(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    if (fd.get() < 0) {
        return system_error(path, "cannot be opened", errno);
    }
    return write_seal(path, fd.get(), progress);
}

Result<Seal> write_seal(const std::string& path, int fd, const SealProgress& progress, std::uint32_t version) {
    const auto identity = identify_descriptor(path, fd);
    if (!identity) {
        return identity.error();
    }
    const std::uint64_t size = identity.value().size;
    SealPage last;
    if (size < 2 * format::page_bytes || size % format::page_bytes != 0 ||
        !read_at(fd, last.data(), last.size(), size - last.size())) {
        return file_error(path, "is no finished LMDB file: it has " + std::to_string(size) + " bytes");
    }
    if (has_seal_magic(last)) {
        return file_error(path, "is sealed already");
    }
    return append_seal(path, fd, size, progress, version);
}

}  // namespace bizrec::store
