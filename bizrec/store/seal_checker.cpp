#include "bizrec/store/seal_checker.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>

#include "bizrec/store/open_index.hpp"
#include "bizrec/store/seal_page.hpp"
#include "bizrec/store/seal_reader.hpp"

namespace bizrec::store {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{256} << 10;

}  // namespace

FileHasher::FileHasher(int fd, std::uint64_t size) : fd_(fd), size_(size), buffer_(new char[buffer_bytes]) {
    ::posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
}

bool FileHasher::step(std::uint64_t bytes) noexcept {
    const std::uint64_t goal = done_ + std::min(bytes, size_ - done_);
    while (done_ < goal) {
        const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(goal - done_, buffer_bytes));
        if (!read_at(fd_, buffer_.get(), piece, done_)) {
            return false;
        }
        stream_.update(buffer_.get(), piece);
        done_ += piece;
    }
    return true;
}

namespace {

Error read_problem(const std::string& path) {
    return errno == 0 ? file_error(path, "became shorter while it was read; is it still being copied?")
                      : system_error(path, "cannot be read", errno);
}

/// Adds the sealing page to the hash of the bytes before it.
Status hash_page(const std::string& path, int fd, std::uint64_t offset, FileHasher& hasher, Sha256& out) {
    SealPage page;
    if (!read_at(fd, page.data(), page.size(), offset)) {
        return read_problem(path);
    }
    hasher.append(page.data(), page.size());
    if (!hasher.digest(out)) {
        return file_error(path, "cannot be checked: OpenSSL offers no SHA-256");
    }
    return ok();
}

}  // namespace

struct SealChecker::State {
    State(std::string p, OpenFile f, const Seal& s)
        : path(std::move(p)), file(std::move(f)), seal(s), hasher(file.fd.get(), s.lmdb_bytes) {}

    std::string path;
    OpenFile file;
    Seal seal;
    FileHasher hasher;
    Sha256 file_sha256{};
    bool right = false;
    bool wrong = false;
};

Result<SealChecker> SealChecker::open(const std::string& path) {
    auto index = OpenIndex::open(path);
    if (!index) {
        return index.error();
    }
    return SealChecker(new State(path, std::move(index.value().file), index.value().seal));
}

Result<SealChecker> SealChecker::of(const OpenIndex& index) {
    FileDescriptor fd(::fcntl(index.file.fd.get(), F_DUPFD_CLOEXEC, 0));
    if (fd.get() < 0) {
        return system_error(index.path, "cannot be opened again", errno);
    }
    return SealChecker(new State(index.path, OpenFile{std::move(fd), index.file.identity}, index.seal));
}

SealChecker::SealChecker(SealChecker&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}

SealChecker& SealChecker::operator=(SealChecker&& other) noexcept {
    std::swap(state_, other.state_);
    return *this;
}

SealChecker::~SealChecker() {
    delete state_;
}

Result<bool> SealChecker::step(std::uint64_t bytes) {
    State& s = *state_;
    if (s.right) {
        return true;
    }
    if (!s.hasher.step(bytes)) {
        return read_problem(s.path);
    }
    if (!s.hasher.finished()) {
        return false;
    }
    Sha256 digest;
    if (!s.hasher.peek(digest)) {
        return file_error(s.path, "cannot be checked: OpenSSL offers no SHA-256");
    }
    if (digest != s.seal.sha256) {
        s.wrong = true;
        return file_error(s.path, "is damaged: its SHA-256 is " + hex(digest) + ", expected " + hex(s.seal.sha256) +
                                      "; copy it again, or rebuild it with lmdb_builder build");
    }
    const Status whole = hash_page(s.path, s.file.fd.get(), s.seal.lmdb_bytes, s.hasher, s.file_sha256);
    if (!whole) {
        return whole.error();
    }
    s.right = true;
    return true;
}

bool SealChecker::is_wrong() const noexcept {
    return state_->wrong;
}

const Seal& SealChecker::seal() const noexcept {
    return state_->seal;
}

const Sha256& SealChecker::file_sha256() const noexcept {
    return state_->file_sha256;
}

const FileIdentity& SealChecker::file() const noexcept {
    return state_->file.identity;
}

}  // namespace bizrec::store
