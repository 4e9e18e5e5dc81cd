#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/store/manifest.hpp"
#include "lmdb_builder/publish/copy_index.hpp"

namespace bizrec::builder {

struct RollbackOptions {
    std::string folder;
    /// The generation to go back to, or its first digits if no other generation begins with them. Empty: the generation
    /// before the current one.
    std::string generation;
    std::string trust_path;  ///< as in PublishOptions
    std::string key_path;    ///< private key in PEM that signs a new current.json; empty: it is not rewritten
    bool wait = false;
};

struct RollbackSummary {
    store::Manifest manifest;  ///< of the generation that is current now
    std::string file;
    std::string previous;   ///< generation that was current, empty: none
    bool switched = false;  ///< false: it was current already
    std::string warning;    ///< empty: none
};

/// Hashes a generation of the folder, compares it with its manifest, and makes it current.
Result<RollbackSummary> roll_back(const RollbackOptions& options, const StageReport& report);

}  // namespace bizrec::builder
