#include "lmdb_builder/suppression/deletion_folder.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "bizrec/store/fd.hpp"
#include "bizrec/store/small_file.hpp"
#include "bizrec/store/suppression_list.hpp"
#include "lmdb_builder/publish/durable_file.hpp"
#include "lmdb_builder/system/failure.hpp"

namespace bizrec::builder {
namespace {

bool is_there(const std::string& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0;
}

DeletionStore load_file(const std::string& file) {
    const std::string bytes = must(store::read_small_file(file, max_store_bytes, "import a download first"));
    auto parsed = parse_store(bytes);
    if (!parsed) {
        throw BuildFailure("\"" + file + "\" " + parsed.error().message);
    }
    return std::move(parsed).value();
}

}  // namespace

const std::string& DeletionFolder::prepared(const std::string& path, bool make) {
    if (make && ::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
        fail_with_errno("make the folder \"" + path + "\"");
    }
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        fail_with_errno("read the store \"" + path + "\": lmdb_builder suppress import-drop makes one");
    }
    if (!S_ISDIR(status.st_mode) || (status.st_mode & 077U) != 0) {
        throw BuildFailure("\"" + path + "\": a store of hashes is a folder that only its owner may enter; " +
                           (S_ISDIR(status.st_mode) ? "chmod 700, if this folder is one" : "this path is no folder"));
    }
    // A store must not be in a published folder, because servers, edges and web servers read those.
    for (const std::string& folder : {path, path + "/.."}) {
        if (is_there(folder + "/current") || is_there(folder + "/" + std::string(store::suppression_link))) {
            throw BuildFailure("\"" + path +
                               "\": a store of hashes is never published: choose a folder outside of published ones");
        }
    }
    return path;
}

void DeletionFolder::check(const std::string& path) {
    if (::access(prepared(path, false).c_str(), W_OK | X_OK) != 0) {
        fail_with_errno("write in the store \"" + path + "\", where a build keeps what it has found");
    }
}

DeletionFolder::DeletionFolder(const std::string& path, bool make, bool wait)
    : path_(prepared(path, make)), lock_(path_, wait) {}

DeletionStore DeletionFolder::load() const {
    return is_there(file()) ? load_file(file()) : DeletionStore{};
}

void DeletionFolder::save(const DeletionStore& store) const {
    const std::string bytes = serialise_store(store);
    const std::string beside = file() + ".new";
    if (!remove_file(beside)) {  // left by a killed run
        fail_with_errno("remove \"" + beside + "\"");
    }
    const store::FileDescriptor fd(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (fd.get() < 0 || !store::write_at(fd.get(), bytes.data(), bytes.size(), 0) || ::fsync(fd.get()) != 0) {
        const int reason = errno;
        remove_file(beside);
        errno = reason;
        fail_with_errno("write \"" + beside + "\"");
    }
    rename_file(beside, file());
    sync_folder_of_files(path_);
}

void keep_found_in(const std::string& folder, const FoundHashes& found) {
    const auto is_empty = [](const auto& hashes) { return hashes.empty(); };
    if (std::all_of(found.not_reported.begin(), found.not_reported.end(), is_empty)) {
        return;
    }
    const DeletionFolder locked(folder, false, true);
    DeletionStore store = locked.load();
    bool is_changed = false;
    for (std::size_t type = 0; type < hash_types; ++type) {
        for (DeletionEntry& entry : store.entries[type]) {
            if (entry.status == DeletionStatus::not_found && found.not_reported[type].count(entry.hash) != 0) {
                entry.status = DeletionStatus::deleted;
                is_changed = true;
            }
        }
    }
    if (is_changed) {
        locked.save(store);
    }
}

}  // namespace bizrec::builder
