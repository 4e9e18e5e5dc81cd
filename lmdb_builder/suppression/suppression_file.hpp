#pragma once

#include <string>

#include "bizrec/store/suppression_folder.hpp"
#include "lmdb_builder/publish/published_folder.hpp"
#include "lmdb_builder/publish/signing_key.hpp"

/// Writing the list of a published folder. The folder's lock is held. All throw BuildFailure.
namespace bizrec::builder {

/// The number that the next list of a folder has: above that of any file of a list there.
std::uint64_t next_list_number(const std::string& folder);

/// Whether a list's file ends with a signature.
bool is_signed_list(const std::string& folder, std::uint64_t number);

/// Puts `list` in force: its file, synced and renamed into place, then the folder's link. Killed at any instant, the
/// link names the list before or this one, whole. The list before stays, for a reader who has just read the link;
/// older ones go. `key`: signs it; null: nobody does.
void write_list(const PublishedFolder& folder, const store::SuppressionList& list, const SigningKey* key,
                const StagingFolder& staging);

/// The same of a list that was written elsewhere: its very bytes.
void place_list(const PublishedFolder& folder, std::uint64_t number, const std::string& bytes,
                const StagingFolder& staging);

}  // namespace bizrec::builder
