#pragma once

#include <string>

#include "bizrec/format/meta.hpp"
#include "bizrec/store/manifest.hpp"
#include "lmdb_builder/publish/copy_index.hpp"

namespace bizrec::builder {

/// SHA-256 of the whole file, its seal checked on the way. Throws BuildFailure.
store::Sha256 hash_index(const store::OpenIndex& index, const StageReport& report);

/// Everything that `verify` does, and the manifest of the file that it was done to. Throws BuildFailure.
store::Manifest examine_index(const std::string& path, const StageReport& report);

}  // namespace bizrec::builder
