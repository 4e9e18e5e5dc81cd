#pragma once

#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/deltas/delta_header.hpp"
#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

struct ApplyOptions {
    BuildOptions build;               ///< only these are used: output, temporary files, memory, threads, tables
    std::string base;                 ///< the index that the first delta starts from
    std::vector<std::string> deltas;  ///< each starts from the generation that the one before it makes
    /// File of public keys. Each delta, and the manifest, must be signed by one of them. "": unsigned deltas are
    /// accepted.
    std::string trust_path;
};

/// Makes a build read the publisher's countries, cities and translations from `folder` (docs/deltas.md) instead of
/// those in /usr/share. If the publisher used other tables, the digests in the deltas do not match, and apply_deltas()
/// fails.
void use_tables(const std::string& folder, BuildOptions& build);

struct ApplySummary {
    std::string output;
    std::string generation;
    std::uint64_t documents = 0;
    std::uint64_t delta_bytes = 0, index_bytes = 0;
    bool was_there = false;      ///< the output was this index already
    bool has_manifest = false;   ///< the manifest is beside the output, which has its published name
    bool has_signature = false;  ///< the manifest's signature is beside the output, too
    BuildSummary build;
};

/// Makes the target of the last delta, equal to the publisher's index byte for byte, or changes nothing. If the output
/// is a folder, the index is written there as GENERATION.mdb. An Error with is_of_other_version means that the deltas
/// are sound, but that they start from another index, or that this machine has other tables or versions.
Result<ApplySummary> apply_deltas(const ApplyOptions& options, const BuildProgress& progress = {});

}  // namespace bizrec::builder
