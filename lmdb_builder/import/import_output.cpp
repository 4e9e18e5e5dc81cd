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

#include "lmdb_builder/build/ending_signals.hpp"
#include "lmdb_builder/build/failure.hpp"
#include "lmdb_builder/build/output_file.hpp"

namespace bizrec::builder {
namespace {

// What a signal handler may touch: plain characters, filled before `import_armed` is set. One import a process.
char unfinished_import[PATH_MAX];
volatile std::sig_atomic_t import_armed = 0;

void arm_import(const std::string& path) {
    if (path.size() < sizeof unfinished_import) {
        std::memcpy(unfinished_import, path.c_str(), path.size() + 1);
        import_armed = 1;
    }
}

extern "C" void remove_unfinished_import(int signal_number) {
    if (import_armed != 0) {
        ::unlink(unfinished_import);
    }
    end_by(signal_number);
}

}  // namespace

void remove_import_on_signals() {
    on_ending_signals(remove_unfinished_import);
}

ImportOutput::ImportOutput(const std::string& path) : path_(path) {
    if (path_.empty()) {
        return;
    }
    struct stat status {};
    const bool exists = ::stat(path_.c_str(), &status) == 0;
    if (!exists || S_ISREG(status.st_mode)) {
        open_temporary();
        return;
    }
    file_ = std::fopen(path_.c_str(), "we");
    if (file_ == nullptr) {
        fail_to_write();
    }
}

void ImportOutput::open_temporary() {
    const std::string temporary = path_ + ".importing";
    for (;;) {
        const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor < 0) {
            file_ = nullptr;
            fail_to_write();
        }
        file_ = ::fdopen(descriptor, "w");
        if (file_ == nullptr) {
            ::close(descriptor);
            fail_to_write();
        }
        const bool locked = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
        if (locked && is_same_file(descriptor, temporary)) {
            break;
        }
        std::fclose(std::exchange(file_, nullptr));
        if (!locked) {
            throw BuildFailure("another import is writing \"" + path_ + "\" just now: wait for it to end");
        }
    }
    temporary_ = temporary;
    arm_import(temporary_);
    if (::ftruncate(::fileno(file_), 0) != 0) {  // what an import that was killed has left
        fail_to_write();
    }
}

ImportOutput::~ImportOutput() {
    if (!temporary_.empty()) {
        ::unlink(temporary_.c_str());
        import_armed = 0;
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

void ImportOutput::finish() {
    if (std::fflush(file_) != 0) {
        fail_to_write();
    }
    if (file_ == stdout) {
        return;
    }
    // Renamed while it is locked: nobody else takes it for an unfinished one.
    if (!temporary_.empty() && (::fsync(::fileno(file_)) != 0 || std::rename(temporary_.c_str(), path_.c_str()) != 0)) {
        fail_to_write();
    }
    temporary_.clear();
    import_armed = 0;
    if (std::fclose(std::exchange(file_, nullptr)) != 0) {
        fail_to_write();
    }
}

}  // namespace bizrec::builder
