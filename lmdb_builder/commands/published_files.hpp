#pragma once

#include <string>
#include <vector>

#include "lmdb_builder/deltas/publish_changes.hpp"
#include "lmdb_builder/deltas/published_file.hpp"

/// What `publish` and `rollback` tell of the files that they make after they have switched.
namespace bizrec::builder {

/// Calls publish_changes(). Failures are printed as warnings, because the index is current already.
std::vector<PublishedFile> changes_to(const std::string& folder, const std::string& generation,
                                      WriteChanges when = WriteChanges::always);

/// A JSON array of objects with `file` and `bytes`.
std::string files_json(const std::vector<PublishedFile>& files);

/// Prints a line for each file.
void print_files(const std::vector<PublishedFile>& files);

}  // namespace bizrec::builder
