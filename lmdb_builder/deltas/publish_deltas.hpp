#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

struct PublishedDelta {
    std::string file;
    std::uint64_t bytes = 0;
};

/// Makes DIR/OLD-NEW.delta from each generation of a published folder to `generation`, as far as it is not there. What
/// `key_path` signs: DeltaOptions. Of `build`: memory and threads. Waits for the folder's lock, and needs room in it
/// for one more index. Errors leave those that were made.
Result<std::vector<PublishedDelta>> publish_deltas(const std::string& folder, const std::string& generation,
                                                   const std::string& key_path, const BuildOptions& build,
                                                   const BuildProgress& progress);

}  // namespace bizrec::builder
