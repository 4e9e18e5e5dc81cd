#include "lmdb_builder/system/output_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "bizrec/base/ascii.hpp"
#include "lmdb_builder/system/ending_signals.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* growing_name = "index";
constexpr std::string_view folder_suffix = ".building";

// The file and the folder that the signal handler removes. A signal handler may use only numbers and plain characters;
// they are filled before `armed` is set. A process has one OutputFile at a time.
int unfinished_folder = -1;
int unfinished_parent = -1;
char unfinished_name[NAME_MAX + 1];
volatile std::sig_atomic_t armed = 0;

void arm(int folder, int parent, const std::string& name) {
    if (name.size() >= sizeof unfinished_name) {
        return;  // the system would not accept such a name either
    }
    unfinished_folder = folder;
    unfinished_parent = parent;
    std::memcpy(unfinished_name, name.c_str(), name.size() + 1);
    armed = 1;
}

extern "C" void remove_unfinished_output(int signal_number) {
    if (armed != 0) {
        ::unlinkat(unfinished_folder, growing_name, 0);
        ::unlinkat(unfinished_parent, unfinished_name, AT_REMOVEDIR);
    }
    end_by(signal_number);
}

FolderEntry usable_output(const std::string& path, bool overwrite) {
    if (path.empty()) {
        throw BuildFailure("the output has no name: give -o a file (is a variable of the script empty?)");
    }
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) {
        if (errno != ENOENT) {
            fail_with_errno("use \"" + path + "\" as the output");
        }
        return FolderEntry(path, "the output");
    }
    refuse_link(path, "the output");
    if (!S_ISREG(status.st_mode)) {
        throw BuildFailure("the output \"" + path + "\" is no regular file: name a file that the index may become");
    }
    if (!overwrite) {
        throw BuildFailure("the output \"" + path +
                           "\" exists: add --force to replace it (by rename, once the new index is whole)");
    }
    return FolderEntry(path, "the output");
}

bool names_same_file(const std::string& a, const std::string& b) {
    std::error_code ignored;
    if (std::filesystem::exists(a, ignored) && !std::filesystem::is_regular_file(a, ignored)) {
        return false;
    }
    return std::filesystem::equivalent(a, b, ignored) || std::filesystem::absolute(a, ignored).lexically_normal() ==
                                                             std::filesystem::absolute(b, ignored).lexically_normal();
}

}  // namespace

bool is_output_folder(std::string_view name) noexcept {
    return ends_with(name, folder_suffix);
}

void remove_output_folder(const std::string& path) {
    std::error_code problem;
    std::filesystem::remove_all(path, problem);
    if (problem) {
        errno = problem.value();
        fail_with_errno("remove \"" + path + "\"");
    }
}

void remove_output_on_signals() {
    on_ending_signals(remove_unfinished_output);
}

OutputFile::OutputFile(const std::string& path, bool overwrite)
    : output_(usable_output(path, overwrite)),
      overwrite_(overwrite),
      folder_name_(std::string(output_.name()).append(folder_suffix)),
      temporary_(std::string(path).append(folder_suffix).append("/") + growing_name) {
    const EndingSignalsWait wait;
    lock_folder();
    ::unlinkat(lock_.get(), growing_name, 0);  // left by a killed build
    arm(lock_.get(), output_.folder(), folder_name_);
    EndingNote::set(path);
}

void OutputFile::lock_folder() {
    const std::string path = std::string(output_.path()).append(folder_suffix);
    // A build removes its folder when it ends. If another build does so after this one has opened the folder, this one
    // must use a new folder.
    for (int attempt = 0; attempt < 100; ++attempt) {
        lock_ = open_own_folder(output_.folder(), folder_name_, path);
        if (lock_.get() < 0) {
            continue;
        }
        if (::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0) {
            if (errno != EWOULDBLOCK) {
                fail_with_errno("lock \"" + path + "\"");
            }
            throw BuildFailure("another build is writing \"" + output_.path() + "\" just now: wait for it to end");
        }
        if (is_entry(lock_.get(), output_.folder(), folder_name_)) {
            return;
        }
    }
    throw BuildFailure("cannot lock \"" + path + "\": other builds of this output come and go; try again");
}

OutputFile::~OutputFile() {
    ::unlinkat(lock_.get(), growing_name, 0);
    ::unlinkat(output_.folder(), folder_name_.c_str(), AT_REMOVEDIR);
    armed = 0;
    EndingNote::clear();
}

store::FileDescriptor OutputFile::create() const {
    return make_file(lock_.get(), growing_name, temporary_);
}

void OutputFile::publish() {
    // Published files never change, because servers map them. Read-only mode prevents accidents.
    const store::FileDescriptor finished(::openat(lock_.get(), growing_name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (finished.get() < 0 || ::fchmod(finished.get(), 0444) != 0) {
        fail_with_errno("make \"" + temporary_ + "\" read-only");
    }
    move_into_place();
    if (::fsync(output_.folder()) != 0) {
        fail_with_errno("sync the folder \"" + folder_of(output_.path()) + "\"");
    }
}

void OutputFile::move_into_place() const {
    EndingNote::clear();
    const char* const name = output_.name().c_str();
    const bool done = overwrite_ ? ::renameat(lock_.get(), growing_name, output_.folder(), name) == 0
                                 : rename_new(lock_.get(), growing_name, output_.folder(), name);
    if (!done && !overwrite_ && errno == EEXIST) {
        keep_built();
    }
    if (!done) {
        fail_with_errno("rename \"" + temporary_ + "\" to \"" + output_.path() + "\"");
    }
}

/// Keeps the result of hours of work as "<output>.built" if that name is free, and throws BuildFailure that says so.
void OutputFile::keep_built() const {
    const std::string built_name = output_.name() + ".built";
    const bool kept = rename_new(lock_.get(), growing_name, output_.folder(), built_name.c_str());
    throw BuildFailure("the output \"" + output_.path() +
                       "\" was not there when this build began, and is there now: " + "it stays as it is; " +
                       (kept ? "the new index is \"" + output_.path() + ".built\""
                             : "the new index is removed, because \"" + output_.path() + ".built\" is there, too"));
}

void refuse_output_conflicts(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) {
    for (auto output = outputs.begin(); output != outputs.end(); ++output) {
        if (output->empty() || *output == "-") {
            continue;
        }
        for (const std::string& input : inputs) {
            if (input != "-" && names_same_file(input, *output)) {
                throw BuildFailure("\"" + input + "\" is both an input and the output: choose another output");
            }
        }
        for (auto other = outputs.begin(); other != output; ++other) {
            if (!other->empty() && names_same_file(*other, *output)) {
                throw BuildFailure("two outputs are the same file, \"" + *output + "\": give each a file of its own");
            }
        }
    }
}

}  // namespace bizrec::builder
