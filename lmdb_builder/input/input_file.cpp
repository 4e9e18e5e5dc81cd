#include "lmdb_builder/input/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace bizrec::builder {
namespace {

Error system_error(const std::string& name, const char* action, int code) {
    return Error{name + ": cannot " + action + ": " + std::strerror(code)};
}

}  // namespace

Result<std::unique_ptr<InputFile>> InputFile::open(const std::string& path, InputProgress& progress) {
    const bool is_stdin = path == "-";
    const std::string name = is_stdin ? "standard input" : path;
    const int descriptor = is_stdin ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return system_error(name, "open the file", errno);
    }
    std::unique_ptr<InputFile> file(new InputFile(descriptor, !is_stdin, name, progress));
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) {
        return system_error(name, "read the file's state", errno);
    }
    if (S_ISDIR(status.st_mode)) {
        return Error{name + ": is a directory; expected a file of JSON Lines"};
    }
    progress = {};
    if (S_ISREG(status.st_mode)) {
        progress.size = static_cast<std::uint64_t>(status.st_size);
        ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
    }
    return file;
}

InputFile::InputFile(int descriptor, bool owned, std::string name, InputProgress& progress)
    : descriptor_(descriptor),
      owned_(owned),
      name_(std::move(name)),
      progress_(&progress),
      buffer_(buffer_bytes, '\0') {}

InputFile::~InputFile() {
    if (owned_) {
        ::close(descriptor_);
    }
}

Status InputFile::refill() {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    ssize_t got = 0;
    do {
        got = ::read(descriptor_, buffer_.data() + end_, buffer_.size() - end_);
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
        return system_error(name_, "read", errno);
    }
    at_end_ = got == 0;
    end_ += static_cast<std::size_t>(got);
    return ok();
}

Result<std::string_view> InputFile::peek(std::size_t wanted) {
    while (end_ - begin_ < wanted && !at_end_) {
        const Status filled = refill();
        if (!filled) {
            return filled.error();
        }
    }
    return std::string_view(buffer_.data() + begin_, end_ - begin_);
}

void InputFile::skip(std::size_t count) noexcept {
    begin_ += count;
    progress_->consumed += count;
}

}  // namespace bizrec::builder
