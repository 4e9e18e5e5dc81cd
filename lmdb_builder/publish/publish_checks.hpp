#pragma once

#include <string>

#include "lmdb_builder/publish/publish_index.hpp"

/// Checks of publish that a sound index may fail: the loss of records, of their data, and listed records in it.
namespace bizrec::builder {

class PublishedFolder;
struct Coverage;

struct IndexToCheck {
    const std::string& path;  ///< INDEX, for messages
    std::string examined;     ///< path of the examined file: in the folder, or staged
    const Coverage& coverage;
    bool comes_with_manifest;  ///< so its first publisher has checked it
};

/// Refuses an index that has far fewer records than the current one. A build from half of its inputs is a sound index,
/// so only the loss of records shows the mistake. Also refuses an index in which far fewer records have, for example, a
/// website: if a delivery renames a field, the count of records is right, but no search finds them by that field.
/// Sets `summary.previous_documents`, and adds warnings. Throws BuildFailure.
void compare_with_current(const PublishOptions& options, const PublishedFolder& folder, const IndexToCheck& index,
                          PublishSummary& summary);

/// Refuses a build that did not use the folder's list of suppressions. The list would hide the listed records, but the
/// file would still hold them. Throws BuildFailure.
void refuse_suppressed(const PublishOptions& options, const PublishedFolder& folder, const IndexToCheck& index);

}  // namespace bizrec::builder
