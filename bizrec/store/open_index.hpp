#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/store/fd.hpp"
#include "bizrec/store/seal.hpp"

namespace bizrec::store {

/// An index file, opened once. Whatever is asked of it later is asked of this file, though its path may name another
/// one by then.
struct OpenIndex {
    std::string path;
    OpenFile file;
    Seal seal;

    /// Reads and checks the sealing page alone, and check_generation_name(). The message begins with `path`.
    static Result<OpenIndex> open(const std::string& path);
};

/// A file with the name of a published index, GENERATION.mdb, must hold that generation: an error where its seal has
/// another one. All other names say nothing of what is in the file. The message begins with `path`.
Status check_generation_name(const std::string& path, const Seal& seal);

}  // namespace bizrec::store
