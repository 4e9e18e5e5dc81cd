#pragma once

#include <string>

#include "bizrec/store/seal.hpp"

/// Files that outlive a power cut. All functions except remove_file() and remove_same_file() throw BuildFailure, with a
/// message that names the path.
namespace bizrec::builder {

/// Writes a new read-only file with these bytes, and syncs it, but not its folder.
void write_durable(const std::string& path, const std::string& bytes);

/// Renames a file by rename(2). Neither folder is synced.
void rename_file(const std::string& from, const std::string& to);

/// Makes the renames, links and removals in a folder outlive a power cut.
void sync_folder_of_files(const std::string& folder);

/// Removes a file. A missing file is no failure. Returns false, with errno set, on failure.
bool remove_file(const std::string& path) noexcept;

/// Removes exactly this file, never another one that has taken its path meanwhile: the file is renamed aside and
/// compared first. Returns a sentence for a person if the file, or another one at its path, stays; empty if the path is
/// free.
std::string remove_same_file(const std::string& path, const store::FileIdentity& file);

}  // namespace bizrec::builder
