#pragma once

#include <string>

#include "lmdb_builder/deletion/deletion_store.hpp"
#include "lmdb_builder/deletion/found_hashes.hpp"
#include "lmdb_builder/publish/folder_lock.hpp"

namespace bizrec::builder {

/// The folder of a store of deletion hashes: `hashes`, `suppressions.log` and `.lock`. Only its owner may enter it. The
/// folder is locked during this object's life. All functions throw BuildFailure that names the path.
class DeletionFolder {
public:
    /// `make`: creates the folder if it is missing. Refuses a folder that other users may enter.
    DeletionFolder(const std::string& path, bool make, bool wait);

    /// Throws BuildFailure if `path` is no such folder, or if this process may not write there.
    static void check(const std::string& path);

    /// The store; empty if nothing was imported yet.
    DeletionStore load() const;

    /// Replaces the store by rename, and syncs it: even after a crash the store is either the old or the new one.
    void save(const DeletionStore& store) const;

    const std::string& path() const noexcept { return path_; }

private:
    static const std::string& prepared(const std::string& path, bool make);
    std::string file() const { return path_ + "/" + std::string(store_file_name); }

    std::string path_;
    FolderLock lock_;
};

/// Changes the status of hashes from "not found" to "deleted" if a build has found and cut out their values, because
/// the next match will not find these values. Waits for the folder's lock. Writes nothing if nothing changes. Throws
/// BuildFailure.
void keep_found_in(const std::string& folder, const FoundHashes& found);

}  // namespace bizrec::builder
