#include "bizrec/store/seal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "bizrec/store/fd.hpp"
#include "bizrec/store/open_index.hpp"
#include "bizrec/store/seal_checker.hpp"
#include "bizrec/store/seal_page.hpp"
#include "bizrec/store/seal_reader.hpp"
#include "bizrec/store/sha256.hpp"
#include "bizrec/store/unsealed.hpp"

namespace bizrec::store {
namespace {

constexpr std::uint64_t step_bytes = std::uint64_t{16} << 20;

Result<Seal> append_seal(const std::string& path, int fd, std::uint64_t size, const SealProgress& progress) {
    Seal seal;
    seal.format_version = format::format_version;
    seal.oldest_reader = format::oldest_reader_version;
    seal.lmdb_bytes = size;
    FileHasher hasher(fd, size);
    for (std::uint64_t done = 0; !hasher.finished(); done = std::min(done + step_bytes, size)) {
        if (progress) {
            progress(done, size);
        }
        if (!hasher.step(step_bytes)) {
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

std::string Seal::generation() const {
    return hex(sha256, 8);
}

Result<Seal> read_seal_of(const std::string& path, const OpenFile& file) {
    SealPage page;
    const std::uint64_t size = file.identity.size;
    if (size < 2 * page.size()) {
        return explain_unsealed(path, file);
    }
    if (!read_at(file.fd.get(), page.data(), page.size(), size - page.size())) {
        return errno == 0 ? file_error(path, "became shorter while it was read; is it still being copied?")
                          : system_error(path, "cannot be read", errno);
    }
    if (!has_seal_magic(page)) {
        return explain_unsealed(path, file);
    }
    return decode_seal(page, size, path);
}

Result<Seal> read_seal(const std::string& path) {
    const auto index = OpenIndex::open(path);
    if (!index) {
        return index.error();
    }
    return index.value().seal;
}

Result<Seal> check_seal(const std::string& path, void (*progress)(std::uint64_t, std::uint64_t, void*), void* context) {
    auto opened = SealChecker::open(path);
    if (!opened) {
        return opened.error();
    }
    SealChecker& checker = opened.value();
    const std::uint64_t total = checker.seal().lmdb_bytes;
    for (std::uint64_t done = 0;;) {
        const auto finished = checker.step(step_bytes);
        if (!finished) {
            return finished.error();
        }
        done = finished.value() ? total : done + step_bytes;
        if (progress != nullptr) {
            progress(done, total, context);
        }
        if (finished.value()) {
            return checker.seal();
        }
    }
}

Result<Seal> write_seal(const std::string& path, const SealProgress& progress) {
    FileDescriptor fd(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    if (fd.get() < 0) {
        return system_error(path, "cannot be opened", errno);
    }
    return write_seal(path, fd.get(), progress);
}

Result<Seal> write_seal(const std::string& path, int fd, const SealProgress& progress) {
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
    return append_seal(path, fd, size, progress);
}

}  // namespace bizrec::store
