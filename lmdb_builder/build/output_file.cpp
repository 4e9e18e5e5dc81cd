#include "lmdb_builder/build/output_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>

#include "lmdb_builder/build/ending_signals.hpp"
#include "lmdb_builder/build/failure.hpp"

namespace bizrec::builder {
namespace {

// What a signal handler may touch: plain characters, filled before `armed` is set. One build a process.
char unfinished_file[PATH_MAX];
char unfinished_folder[PATH_MAX];
volatile std::sig_atomic_t armed = 0;

void arm(const std::string& file, const std::string& folder) {
    if (file.size() >= sizeof unfinished_file || folder.size() >= sizeof unfinished_folder) {
        return;  // the system would not take such a path either
    }
    std::memcpy(unfinished_file, file.c_str(), file.size() + 1);
    std::memcpy(unfinished_folder, folder.c_str(), folder.size() + 1);
    armed = 1;
}

extern "C" void remove_unfinished_output(int signal_number) {
    if (armed != 0) {
        ::unlink(unfinished_file);
        ::rmdir(unfinished_folder);
    }
    end_by(signal_number);
}

/// Syncs a folder so that a rename in it outlives a power cut.
void sync_folder(const std::string& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0 || ::fsync(descriptor) != 0) {
        const int reason = errno;
        if (descriptor >= 0) {
            ::close(descriptor);
        }
        errno = reason;
        fail_with_errno("sync the folder \"" + folder + "\"");
    }
    ::close(descriptor);
}

void refuse_existing(const std::string& path, bool overwrite) {
    if (path.empty()) {
        throw BuildFailure("the output has no name: give -o a file (is a variable of the script empty?)");
    }
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        if (errno != ENOENT) {
            fail_with_errno("use \"" + path + "\" as the output");
        }
        return;
    }
    if (!S_ISREG(status.st_mode)) {
        throw BuildFailure("the output \"" + path + "\" is no regular file: name a file that the index may become");
    }
    if (!overwrite) {
        throw BuildFailure("the output \"" + path +
                           "\" exists: add --force to replace it (by rename, once the new index is whole)");
    }
}

}  // namespace

bool is_same_file(int descriptor, const std::string& path) {
    struct stat by_descriptor {};
    struct stat by_path {};
    return ::fstat(descriptor, &by_descriptor) == 0 && ::stat(path.c_str(), &by_path) == 0 &&
           by_descriptor.st_dev == by_path.st_dev && by_descriptor.st_ino == by_path.st_ino;
}

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) {
        return ".";
    }
    return slash == 0 ? "/" : path.substr(0, slash);
}

void remove_output_on_signals() {
    on_ending_signals(remove_unfinished_output);
}

OutputFile::OutputFile(const std::string& path, bool overwrite)
    : path_(path), folder_(path + ".building"), temporary_(folder_ + "/index") {
    refuse_existing(path_, overwrite);
    lock_folder();
    ::unlink(temporary_.c_str());  // left by a build that was killed
    arm(temporary_, folder_);
}

void OutputFile::lock_folder() {
    // A build that ends removes its folder: whoever locked the removed one must take the next.
    for (int attempt = 0; attempt < 100; ++attempt) {
        if (::mkdir(folder_.c_str(), 0700) != 0 && errno != EEXIST) {
            fail_with_errno("make \"" + folder_ + "\" beside the output");
        }
        lock_ = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (lock_ < 0) {
            if (errno == ENOENT) {
                continue;
            }
            fail_with_errno("open \"" + folder_ + "\"");
        }
        if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
            const int reason = errno;
            ::close(lock_);
            if (reason != EWOULDBLOCK) {
                errno = reason;
                fail_with_errno("lock \"" + folder_ + "\"");
            }
            throw BuildFailure("another build is writing \"" + path_ + "\" just now: wait for it to end");
        }
        if (is_same_file(lock_, folder_)) {
            return;
        }
        ::close(lock_);
    }
    throw BuildFailure("cannot lock \"" + folder_ + "\": other builds of this output come and go; try again");
}

OutputFile::~OutputFile() {
    ::unlink(temporary_.c_str());
    ::rmdir(folder_.c_str());
    armed = 0;
    ::close(lock_);
}

void OutputFile::publish() {
    // Published files never change: servers map them. Read-only keeps hands off.
    if (::chmod(temporary_.c_str(), 0444) != 0) {
        fail_with_errno("make \"" + temporary_ + "\" read-only");
    }
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) {
        fail_with_errno("rename \"" + temporary_ + "\" to \"" + path_ + "\"");
    }
    sync_folder(folder_of(path_));
}

}  // namespace bizrec::builder
