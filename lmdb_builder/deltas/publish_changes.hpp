#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

struct PublishedChanges {
    std::string file;
    std::uint64_t bytes = 0;
};

struct ChangesSummary {
    std::vector<PublishedChanges> made;
    std::vector<std::string> warnings;  ///< one for each generation whose changes could not be written
};

/// Writes DIR/OLD-NEW.changes from each generation of a published folder to `generation`, unless the file exists. Reads
/// the delta between them if the folder has one, otherwise every record of both indexes. Waits for the folder's lock.
/// A generation of another version has no changes; one that cannot be read is a warning.
Result<ChangesSummary> publish_changes(const std::string& folder, const std::string& generation);

}  // namespace bizrec::builder
