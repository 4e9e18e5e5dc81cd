#pragma once

#include <string>

#include "lmdb_builder/deletion/deletion_store.hpp"
#include "lmdb_builder/publish/folder_lock.hpp"

namespace bizrec::builder {

/// The folder of a store of deletion hashes: `hashes` and `.lock`. Only its owner may enter it. Locked during this
/// object's life. All functions throw BuildFailure that names the path.
class DeletionFolder {
public:
    /// `make`: creates the folder if it is missing. Refuses a folder that other users may enter.
    DeletionFolder(const std::string& path, bool make, bool wait);

    /// Empty if nothing was imported yet.
    DeletionStore load() const;

    /// Replaces the store by rename, and syncs it: even after a crash the store is either the old or the new one.
    void save(const DeletionStore& store) const;

private:
    static const std::string& prepared(const std::string& path, bool make);
    std::string file() const { return path_ + "/" + std::string(store_file_name); }

    std::string path_;
    FolderLock lock_;
};

}  // namespace bizrec::builder
