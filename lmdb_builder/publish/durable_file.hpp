#pragma once

#include <string>

#include "bizrec/store/seal.hpp"

/// Files that outlive a power cut. All throw BuildFailure, with a message that names the path.
namespace bizrec::builder {

/// A new read-only file with these bytes, synced. Its folder is not.
void write_durable(const std::string& path, const std::string& bytes);

/// Renames a file by rename(2). Neither folder is synced.
void rename_file(const std::string& from, const std::string& to);

/// Makes the renames, links and removals in a folder outlive a power cut.
void sync_folder_of_files(const std::string& folder);

/// Removes a file. It is no failure if there is none. Returns false, with errno set, on failure.
bool remove_file(const std::string& path) noexcept;

/// Removes exactly this file, never another one that has taken its path meanwhile: the file is renamed aside and
/// compared first. Returns a sentence that says why the path still names a file; empty if the file is gone.
std::string remove_same_file(const std::string& path, const store::FileIdentity& file);

}  // namespace bizrec::builder
