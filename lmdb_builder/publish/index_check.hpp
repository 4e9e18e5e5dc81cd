#pragma once

#include <string>

#include "bizrec/format/meta.hpp"
#include "bizrec/store/manifest.hpp"
#include "lmdb_builder/publish/copy_index.hpp"
#include "lmdb_builder/publish/coverage.hpp"

namespace bizrec::builder {

/// Hashes the whole file, checks its seal on the way, and returns the file's SHA-256. Throws BuildFailure.
store::Sha256 hash_index(const store::OpenIndex& index, const StageReport& report);

/// An index file that passed all checks.
struct ExaminedIndex {
    store::Manifest manifest;
    Coverage coverage;
    store::FileIdentity file;
};

/// Runs all checks of `verify` and returns the manifest and coverage of the file it checked. Throws BuildFailure.
ExaminedIndex examine_index(const std::string& path, const StageReport& report);

}  // namespace bizrec::builder
