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

/// Writes DIR/OLD-NEW.changes from each generation of a published folder to `generation`, unless the file exists. Reads
/// the delta between them if the folder has one, otherwise every record of both indexes. Waits for the folder's lock.
/// After an error, the files that are finished stay.
Result<std::vector<PublishedChanges>> publish_changes(const std::string& folder, const std::string& generation);

}  // namespace bizrec::builder
