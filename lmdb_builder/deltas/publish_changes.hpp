#pragma once

#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/deltas/publish_deltas.hpp"

namespace bizrec::builder {

struct ChangesSummary {
    std::vector<PublishedFile> made;
    std::vector<std::string> warnings;  ///< one for each generation whose changes could not be written
};

enum class WriteChanges { always, if_folder_has_some };

/// Writes DIR/OLD-NEW.changes from each other generation of a published folder to `generation`, unless the file exists.
/// Reads the delta between them if the folder has one, or else the file of changes in the other direction, or else
/// every record of both indexes. Waits for the folder's lock. If an index has the format of another version, its
/// generation gets no changes and no warning. If an index cannot be read for any other reason, there is a warning.
Result<ChangesSummary> publish_changes(const std::string& folder, const std::string& generation,
                                       WriteChanges when = WriteChanges::always);

}  // namespace bizrec::builder
