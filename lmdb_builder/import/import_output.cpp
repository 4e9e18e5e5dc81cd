#include "lmdb_builder/import/import_output.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <utility>

#include "lmdb_builder/system/ending_signals.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

// The signal handler reads only these variables: a number and plain characters, which are set before `import_armed`.
// There is one import per process.
int import_folder = -1;
char unfinished_import[NAME_MAX + 1];
volatile std::sig_atomic_t import_armed = 0;

void arm_import(int folder, const std::string& name) {
    if (name.size() < sizeof unfinished_import) {
        import_folder = folder;
        std::memcpy(unfinished_import, name.c_str(), name.size() + 1);
        import_armed = 1;
    }
}

extern "C" void remove_unfinished_import(int signal_number) {
    if (import_armed != 0) {
        ::unlinkat(import_folder, unfinished_import, 0);
    }
    end_by(signal_number);
}

}  // namespace

void remove_import_on_signals() {
    on_ending_signals(remove_unfinished_import);
}

ImportOutput::ImportOutput(const std::string& path) : path_(path) {
    const int named = descriptor_named_by(path_);
    if (path_.empty() || named == STDOUT_FILENO) {
        return;
    }
    struct stat status {};
    const bool exists = ::stat(path_.c_str(), &status) == 0;
    if (named >= 0 || (exists && !S_ISREG(status.st_mode))) {
        open_device(named);
    } else {
        refuse_link(path_, "the output");
        open_temporary();
    }
}

void ImportOutput::open_device(int named) {
    file_ = named >= 0 ? ::fdopen(::fcntl(named, F_DUPFD_CLOEXEC, 0), "w") : std::fopen(path_.c_str(), "we");
    if (file_ == nullptr) {
        fail_to_write();
    }
}

void ImportOutput::open_temporary() {
    output_.emplace(path_, "the output");
    temporary_ = output_->name() + ".importing";
    const EndingSignalsWait wait;
    store::FileDescriptor fd = new_temporary();
    file_ = ::fdopen(fd.get(), "w");
    if (file_ == nullptr) {
        fail_to_write();
    }
    fd.release();
    arm_import(output_->folder(), temporary_);
    EndingNote::set(path_);
}

/// Creates the temporary file and locks it. Removes the temporary file that a killed import has left, if its lock is
/// free; fails if another import holds the lock.
store::FileDescriptor ImportOutput::new_temporary() const {
    for (int attempt = 0; attempt < 100; ++attempt) {
        const store::FileDescriptor left = open_own_file(output_->folder(), temporary_, path_ + ".importing");
        store::FileDescriptor fd(left.get() >= 0
                                     ? -1
                                     : ::openat(output_->folder(), temporary_.c_str(),
                                                O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
        if (left.get() < 0 && fd.get() < 0 && errno == EEXIST) {
            continue;
        }
        if (left.get() < 0 && fd.get() < 0) {
            fail_to_write();
        }
        const int descriptor = left.get() >= 0 ? left.get() : fd.get();
        const bool is_locked = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
        if (!is_locked && errno != EWOULDBLOCK) {
            const int reason = errno;
            if (fd.get() >= 0) {  // else another command may be writing it
                ::unlinkat(output_->folder(), temporary_.c_str(), 0);
            }
            errno = reason;
            fail_to_write();
        }
        if (!is_locked) {
            throw BuildFailure("another import is writing \"" + path_ + "\" just now: wait for it to end");
        }
        if (!is_entry(descriptor, output_->folder(), temporary_)) {
            continue;
        }
        if (fd.get() >= 0) {
            return fd;
        }
        ::unlinkat(output_->folder(), temporary_.c_str(), 0);
    }
    throw BuildFailure("cannot make \"" + path_ + ".importing\": other imports come and go; try again");
}

ImportOutput::~ImportOutput() {
    if (import_armed != 0 && output_) {
        ::unlinkat(output_->folder(), temporary_.c_str(), 0);
        import_armed = 0;
        EndingNote::clear();
    }
    if (file_ != nullptr && file_ != stdout) {
        std::fclose(file_);
    }
}

void ImportOutput::fail_to_write() const {
    fail_with_errno(path_.empty() ? "write to standard output" : "write the output \"" + path_ + "\"");
}

void ImportOutput::write_line(std::string_view json) {
    if (std::fwrite(json.data(), 1, json.size(), file_) != json.size() || std::fputc('\n', file_) == EOF) {
        fail_to_write();
    }
}

void ImportOutput::write(std::string_view lines) {
    if (!lines.empty() && std::fwrite(lines.data(), 1, lines.size(), file_) != lines.size()) {
        fail_to_write();
    }
}

/// Gives the file its final name while the lock is held, so that no other import takes the file for a leftover.
void ImportOutput::name_output() {
    EndingNote::clear();
    give_usual_mode(::fileno(file_), path_);
    if (::fsync(::fileno(file_)) != 0 ||
        ::renameat(output_->folder(), temporary_.c_str(), output_->folder(), output_->name().c_str()) != 0) {
        fail_to_write();
    }
    import_armed = 0;
}

void ImportOutput::finish() {
    if (std::fflush(file_) != 0) {
        fail_to_write();
    }
    if (file_ == stdout) {
        return;
    }
    if (output_) {
        name_output();
    }
    if (std::fclose(std::exchange(file_, nullptr)) != 0) {
        fail_to_write();
    }
}

}  // namespace bizrec::builder
