#pragma once

#include <string>

#include "bizrec/format/meta.hpp"
#include "bizrec/store/manifest.hpp"
#include "lmdb_builder/publish/copy_index.hpp"
#include "lmdb_builder/publish/coverage.hpp"

namespace bizrec::builder {

/// SHA-256 of the whole file, its seal checked on the way. Throws BuildFailure.
store::Sha256 hash_index(const store::OpenIndex& index, const StageReport& report);

/// A file that is whole and sound.
struct ExaminedIndex {
    store::Manifest manifest;
    Coverage coverage;
    store::FileIdentity file;
};

/// Everything that `verify` does, and what the file that it was done to says of itself. Throws BuildFailure.
ExaminedIndex examine_index(const std::string& path, const StageReport& report);

}  // namespace bizrec::builder
