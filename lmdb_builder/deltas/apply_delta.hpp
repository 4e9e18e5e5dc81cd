#pragma once

#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/deltas/delta_header.hpp"
#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

struct ApplyOptions {
    BuildOptions build;               ///< of it: the output, temporary files, memory, threads, this machine's tables
    std::string base;                 ///< the index that the first delta is from
    std::vector<std::string> deltas;  ///< each from where the one before it leads to
    std::string trust_path;  ///< keys of which one must have signed all deltas and the manifest; "" any will do
};

struct ApplySummary {
    std::string output;
    std::string generation;
    std::uint64_t documents = 0;
    std::uint64_t delta_bytes = 0, index_bytes = 0;
    bool was_there = false;      ///< the output was this very index before
    bool has_manifest = false;   ///< it stands beside the output, which has its published name
    bool has_signature = false;  ///< so does the signature
    BuildSummary build;
};

/// Makes the index that the last delta leads to, byte by byte the publisher's, or changes nothing. An output that is a
/// folder gets it as GENERATION.mdb. An Error with is_of_other_version: the deltas are sound, and no good here, because
/// they are from another index, or this machine has other tables or versions.
Result<ApplySummary> apply_deltas(const ApplyOptions& options, const BuildProgress& progress = {});

}  // namespace bizrec::builder
