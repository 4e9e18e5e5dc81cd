#include "bizrec/store/small_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "bizrec/store/fd.hpp"

namespace bizrec::store {
namespace {

Status check_size(const std::string& path, const struct stat& s, std::size_t limit) {
    if (!S_ISREG(s.st_mode)) {
        return file_error(path, "is no regular file");
    }
    if (s.st_size < 1 || static_cast<std::uint64_t>(s.st_size) > limit) {
        return file_error(
            path, "has " + std::to_string(s.st_size) + " bytes, 1 to " + std::to_string(limit) + " were expected");
    }
    return ok();
}

}  // namespace

Result<std::string> read_small_file(const std::string& path, std::size_t limit, const std::string& missing) {
    const FileDescriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));  // no wait for a pipe's writer
    if (fd.get() < 0) {
        return errno == ENOENT ? file_error(path, "does not exist" + (missing.empty() ? "" : "; " + missing))
                               : system_error(path, "cannot be opened", errno);
    }
    struct stat s {};
    if (::fstat(fd.get(), &s) != 0) {
        return system_error(path, "cannot be examined", errno);
    }
    if (const auto right = check_size(path, s, limit); !right) {
        return right.error();
    }
    std::string bytes(static_cast<std::size_t>(s.st_size), '\0');
    if (!read_at(fd.get(), bytes.data(), bytes.size(), 0)) {
        return errno == 0 ? file_error(path, "became shorter while it was read")
                          : system_error(path, "cannot be read", errno);
    }
    return bytes;
}

}  // namespace bizrec::store
