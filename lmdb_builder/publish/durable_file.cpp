#include "lmdb_builder/publish/durable_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "bizrec/store/fd.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/new_file.hpp"

namespace bizrec::builder {
namespace {

bool is_taken(const std::string& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0;
}

bool is_file_at(const std::string& path, const store::FileIdentity& file) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 && status.st_dev == file.device && status.st_ino == file.inode;
}

}  // namespace

void write_durable(const std::string& path, const std::string& bytes) {
    const store::FileDescriptor fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (fd.get() < 0) {
        fail_with_errno("make \"" + path + "\"");
    }
    if (!store::write_at(fd.get(), bytes.data(), bytes.size(), 0)) {
        fail_with_errno("write \"" + path + "\"");
    }
    if (::fchmod(fd.get(), 0444) != 0) {
        fail_with_errno("make \"" + path + "\" read-only");
    }
    if (::fsync(fd.get()) != 0) {
        fail_with_errno("sync \"" + path + "\"");
    }
}

void rename_file(const std::string& from, const std::string& to) {
    if (::rename(from.c_str(), to.c_str()) != 0) {
        fail_with_errno("rename \"" + from + "\" to \"" + to + "\"");
    }
}

void sync_folder_of_files(const std::string& folder) {
    const store::FileDescriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd.get() < 0 || ::fsync(fd.get()) != 0) {
        fail_with_errno("sync the folder \"" + folder + "\"");
    }
}

bool remove_file(const std::string& path) noexcept {
    return ::unlink(path.c_str()) == 0 || errno == ENOENT;
}

std::string remove_same_file(const std::string& path, const store::FileIdentity& file) {
    const std::string replaced = path + ": was replaced while it was published: the new file stays";
    if (!is_file_at(path, file)) {
        return is_taken(path) ? replaced : std::string();
    }
    const std::string aside = path + ".published-" + std::to_string(::getpid());
    if (!rename_new(AT_FDCWD, path.c_str(), AT_FDCWD, aside.c_str())) {
        return store::system_error(path, "cannot be removed", errno).message;
    }
    if (is_file_at(aside, file)) {
        return remove_file(aside) ? std::string() : store::system_error(aside, "cannot be removed", errno).message;
    }
    return rename_new(AT_FDCWD, aside.c_str(), AT_FDCWD, path.c_str())
               ? replaced
               : path + ": was replaced twice while it was published: the file between is " + aside;
}

}  // namespace bizrec::builder
