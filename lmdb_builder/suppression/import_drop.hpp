#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

struct ImportDropOptions {
    std::string store;                   ///< folder of hashes; made where it is missing
    std::vector<std::string> downloads;  ///< zip archives, or the .csv files out of one
    bool allow_older = false;            ///< take a file of an earlier day than the newest that was imported
    bool wait = false;
};

struct ImportDropSummary {
    std::uint64_t files = 0, files_before = 0;  ///< imported now; skipped, because they were imported before
    std::uint64_t added = 0, removed = 0;       ///< pairs of hash and id
    std::uint64_t unknown = 0;                  ///< to be removed, and not in the store
    std::uint64_t hashes = 0;                   ///< in the store now
};

/// What `lmdb_builder suppress import-drop` does: all files of all downloads, or, on an error, nothing. Of one day,
/// what is removed is removed last. The same file twice is imported once.
Result<ImportDropSummary> import_drop(const ImportDropOptions& options);

}  // namespace bizrec::builder
