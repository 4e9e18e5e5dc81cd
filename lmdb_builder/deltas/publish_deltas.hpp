#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/stages/build_index.hpp"

namespace bizrec::builder {

/// A file that was made in a published folder.
struct PublishedFile {
    std::string file;  ///< its path
    std::uint64_t bytes = 0;
};

/// Makes DIR/OLD-NEW.delta from each generation of a published folder to `generation`, unless the file exists.
/// `key_path`: as in DeltaOptions. `build`: only memory, threads, temporary folder and the paths of the system's tables
/// are used. Waits for the folder's lock, and needs disk space for one more index in the folder. After an error, the
/// files that are finished stay.
Result<std::vector<PublishedFile>> publish_deltas(const std::string& folder, const std::string& generation,
                                                  const std::string& key_path, const BuildOptions& build,
                                                  const BuildProgress& progress);

}  // namespace bizrec::builder
