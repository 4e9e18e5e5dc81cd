#pragma once

#include <string>

#include "bizrec/store/suppression_folder.hpp"
#include "lmdb_builder/publish/published_folder.hpp"
#include "lmdb_builder/publish/signing_key.hpp"

/// Writes the list of a published folder. The caller holds the folder's lock. All functions throw BuildFailure.
namespace bizrec::builder {

/// The number of the folder's next list: greater than that of any list file in the folder.
std::uint64_t next_list_number(const std::string& folder);

/// Whether the folder has exactly one list file. A folder that ever had a second list has more, because the previous
/// list's file stays.
bool has_one_list(const std::string& folder);

/// Whether a list's file ends with a signature.
bool is_signed_list(const std::string& folder, std::uint64_t number);

/// Puts `list` in force: writes its file, syncs it, renames it into place, and then changes the folder's link. Even
/// after a crash the link names either the old or the new list, and that list is complete. The preceding list stays for
/// a reader that has just read the link; older lists are removed. `key`: signs the list; null: unsigned.
void write_list(const PublishedFolder& folder, const store::SuppressionList& list, const SigningKey* key,
                const StagingFolder& staging);

/// Like write_list(), for a list that was written elsewhere. `bytes`: its whole file, which is not changed.
void place_list(const PublishedFolder& folder, std::uint64_t number, const std::string& bytes,
                const StagingFolder& staging);

/// Puts a list in force whose file is in the folder already: changes the folder's link alone.
void link_list(const PublishedFolder& folder, std::uint64_t number, const StagingFolder& staging);

}  // namespace bizrec::builder
