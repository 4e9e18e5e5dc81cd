#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/store/seal.hpp"

namespace bizrec::store {

/// An index file, opened once. All later checks use this file, even if its path names another file by then.
struct OpenIndex {
    std::string path;
    OpenFile file;
    Seal seal;

    /// Reads and checks only the sealing page, and calls check_generation_name(). The message begins with `path`.
    static Result<OpenIndex> open(const std::string& path);
};

/// Checks that a file with the name of a published index, GENERATION.mdb, holds that generation. An error if the seal
/// has another generation. Other names are not checked. The message begins with `path`.
Status check_generation_name(const std::string& path, const Seal& seal);

}  // namespace bizrec::store
