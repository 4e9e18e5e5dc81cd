#pragma once

#include <optional>
#include <string>

#include "lmdb_builder/publish/current_file.hpp"
#include "lmdb_builder/publish/published_folder.hpp"
#include "lmdb_builder/publish/signing_key.hpp"
#include "lmdb_builder/publish/staging_folder.hpp"

/// DIR/current.json of a published folder, at the publisher. The caller holds the folder's lock.
namespace bizrec::builder {

/// The folder's current.json; its signature is not checked. None if the file is missing or cannot be parsed.
std::optional<UncheckedCurrentFile> standing_current_file(const PublishedFolder& folder);

/// Size and digest of GENERATION.mdb.zst, taken from `standing`, the folder's present current.json, if it lists this
/// file with the same size; otherwise computed from the file. None if there is no such file.
std::optional<PackedFile> packed_file_of(const PublishedFolder& folder, const std::string& generation,
                                         const std::optional<UncheckedCurrentFile>& standing);

/// The deltas in the folder that edges can apply, in any order. Leaves out the deltas of the generations `going`, which
/// are about to be removed. Reads each file to compute its digest.
std::vector<DeltaNotice> deltas_of(const PublishedFolder& folder, const Generations& going = {});

/// The list of suppressions that the folder's link names; none if there is no such list.
std::optional<SuppressionNotice> suppression_of(const PublishedFolder& folder);

/// Writes a current.json that names this generation, with a greater sequence number than the last one, and renames it
/// into place. Does nothing if the present current.json says the same and is signed by this key. `going`: generations
/// that will be removed, whose deltas are left out. Throws BuildFailure.
void write_current_file(const PublishedFolder& folder, const StagingFolder& staging, const std::string& generation,
                        const SigningKey& key, const Generations& going = {});

/// A warning if current.json names another generation than the link `current`: edges that pull over HTTP take the
/// generation in current.json. `advice`: how to write a new current.json. Empty if both agree or there is no
/// current.json.
std::string stale_current_file(const PublishedFolder& folder, const std::string& generation, const std::string& advice);

}  // namespace bizrec::builder
