#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

struct ImportDropOptions {
    std::string store;                   ///< folder of hashes; created if it is missing
    std::vector<std::string> downloads;  ///< zip archives, or the .csv files out of one
    bool allow_older = false;            ///< accept a file of an earlier day than the newest imported one
    bool wait = false;
};

struct ImportDropSummary {
    std::uint64_t files = 0, files_before = 0;  ///< imported now; skipped, because they were imported before
    std::uint64_t added = 0, removed = 0;       ///< pairs of hash and id
    std::uint64_t unknown = 0;                  ///< pairs to remove that are not in the store
    std::uint64_t hashes = 0;                   ///< pairs of hash and id in the store after the import
};

/// Implements `lmdb_builder suppress import-drop`: imports all files of all downloads, or nothing on an error. Removals
/// of a day are applied after the additions of that day. A file with the same name and bytes is imported only once.
Result<ImportDropSummary> import_drop(const ImportDropOptions& options);

}  // namespace bizrec::builder
