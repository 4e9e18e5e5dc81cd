#pragma once

#include <string>
#include <vector>

#include "lmdb_builder/deltas/publish_changes.hpp"
#include "lmdb_builder/deltas/publish_deltas.hpp"

/// Files that `publish` and `rollback` make after they have switched to a generation, and output about these files.
namespace bizrec::builder {

/// Calls publish_changes() and returns the files that it made. Prints failures as warnings, because the index is
/// current already.
std::vector<PublishedFile> changes_to(const std::string& folder, const std::string& generation,
                                      WriteChanges when = WriteChanges::always);

/// A JSON array of objects with `file` and `bytes`.
std::string files_json(const std::vector<PublishedFile>& files);

/// Prints a line for each file.
void print_files(const std::vector<PublishedFile>& files);

}  // namespace bizrec::builder
