#include "lmdb_builder/publish/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {

FolderLock::FolderLock(const std::string& folder, bool wait) {
    const std::string path = folder + "/.lock";
    // Opened for writing because NFS requires that for an exclusive lock.
    fd_ = store::FileDescriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644));
    if (fd_.get() < 0) {
        fail_with_errno("lock \"" + path + "\": this user must be able to write into the folder");
    }
    while (::flock(fd_.get(), wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) {
            throw BuildFailure("another publish or rollback is at work in \"" + folder +
                               "\" just now: wait for it to end, or add --wait");
        }
        if (errno != EINTR) {
            fail_with_errno("lock \"" + path + "\"");
        }
    }
}

}  // namespace bizrec::builder
