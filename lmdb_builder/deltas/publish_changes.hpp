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

/// Writes DIR/OLD-NEW.changes from each generation of a published folder to `generation`, as far as it is not there:
/// from the delta between them where the folder has one, else from both indexes, whose every record is read. Waits for
/// the folder's lock. Errors leave those that were made.
Result<std::vector<PublishedChanges>> publish_changes(const std::string& folder, const std::string& generation);

}  // namespace bizrec::builder
