#pragma once

#include <string>

#include "lmdb_builder/deletion/deletion_store.hpp"
#include "lmdb_builder/publish/folder_lock.hpp"

namespace bizrec::builder {

/// The folder of a store of deletion hashes, for its owner alone: `hashes` and `.lock`. Locked as long as this lives.
/// All throw BuildFailure that names the path.
class DeletionFolder {
public:
    /// `make`: makes the folder where it is missing. A folder that others may enter is refused.
    DeletionFolder(const std::string& path, bool make, bool wait);

    /// Empty where nothing was imported yet.
    DeletionStore load() const;

    /// Replaces the store by rename, synced: killed at any instant, the store is the one before or this one.
    void save(const DeletionStore& store) const;

private:
    static const std::string& prepared(const std::string& path, bool make);
    std::string file() const { return path_ + "/" + std::string(store_file_name); }

    std::string path_;
    FolderLock lock_;
};

}  // namespace bizrec::builder
