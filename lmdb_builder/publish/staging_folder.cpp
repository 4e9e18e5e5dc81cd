#include "lmdb_builder/publish/staging_folder.hpp"

#include <unistd.h>

#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>

#include "lmdb_builder/system/ending_signals.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/new_file.hpp"

namespace bizrec::builder {
namespace {

constexpr const char* staged_names[] = {"/index",   "/manifest", "/signature",    "/report", "/verdict",
                                        "/history", "/packed",   "/current.json", "/current"};
constexpr std::size_t max_staged_name = 13;

// Data for the signal handler: plain characters, filled before `staging` is set. A process has one StagingFolder at a
// time.
char staging_path[PATH_MAX];
std::size_t staging_length = 0;
volatile std::sig_atomic_t staging = 0;

/// Removes the staged files. Async-signal-safe. Returns the errno of the first file that could not be removed, 0 if all
/// are gone.
int empty_staging() noexcept {
    int problem = 0;
    for (const char* const name : staged_names) {
        std::memcpy(staging_path + staging_length, name, std::strlen(name) + 1);
        if (::unlink(staging_path) != 0 && errno != ENOENT && problem == 0) {
            problem = errno;
        }
    }
    staging_path[staging_length] = '\0';
    return problem;
}

extern "C" void remove_staging(int signal_number) {
    if (staging != 0 && empty_staging() == 0) {
        ::rmdir(staging_path);
    }
    end_by(signal_number);
}

}  // namespace

StagingFolder::StagingFolder(const std::string& published_folder) : path_(published_folder + "/.publishing") {
    if (path_.size() + max_staged_name >= sizeof staging_path) {
        throw BuildFailure("the path of the folder \"" + published_folder + "\" is too long");
    }
    std::memcpy(staging_path, path_.c_str(), path_.size() + 1);
    staging_length = path_.size();
    const FolderEntry entry(path_, "published indexes");
    if (open_own_folder(entry.folder(), entry.name(), path_).get() < 0) {
        throw BuildFailure("\"" + path_ + "\" was removed just now: try again");
    }
    const int problem = empty_staging();
    if (problem != 0) {
        ::rmdir(path_.c_str());
        errno = problem;
        fail_with_errno("remove what an earlier run left in \"" + path_ + "\"");
    }
    staging = 1;
}

StagingFolder::~StagingFolder() {
    staging = 0;  // first, because the signal handler and empty_staging() write into the same buffer
    empty_staging();
    ::rmdir(path_.c_str());
}

void remove_staging_on_signals() {
    on_ending_signals(remove_staging);
}

}  // namespace bizrec::builder
