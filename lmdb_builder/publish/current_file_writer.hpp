#pragma once

#include <optional>
#include <string>

#include "lmdb_builder/publish/current_file.hpp"
#include "lmdb_builder/publish/published_folder.hpp"
#include "lmdb_builder/publish/signing_key.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"

/// DIR/current.json of a published folder, at the publisher. The caller holds the folder's lock.
namespace bizrec::builder {

/// What stands there; none where there is no such file, or one that nobody could read.
std::optional<UncheckedCurrentFile> standing_current_file(const PublishedFolder& folder);

/// Size and digest of GENERATION.mdb.zst, taken from `standing` where that tells of it; none where there is no such
/// file.
std::optional<PackedFile> packed_file_of(const PublishedFolder& folder, const std::string& generation,
                                         const std::optional<UncheckedCurrentFile>& standing);

/// The deltas in the folder that edges can take, in any order, but for those of generations that are `going` to be
/// removed. Reads each file for its digest.
std::vector<DeltaNotice> deltas_of(const PublishedFolder& folder, const Generations& going = {});

/// The list of suppressions that the folder names.
std::optional<SuppressionNotice> suppression_of(const PublishedFolder& folder);

/// Lets current.json name this generation of the folder, by rename, under a greater sequence number than the one before
/// had. Nothing changes where it says the same already, signed by this key. `going`: as above. Throws BuildFailure.
void write_current_file(const PublishedFolder& folder, const StagingFolder& staging, const std::string& generation,
                        const SigningKey& key, const Generations& going = {});

/// A warning where current.json names another generation than the link `current` does: edges that pull over HTTP go
/// to that one. `advice`: how to write it anew. Empty: it fits, or there is none.
std::string stale_current_file(const PublishedFolder& folder, const std::string& generation, const std::string& advice);

}  // namespace bizrec::builder
