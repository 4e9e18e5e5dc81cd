#pragma once

#include <string>

namespace bizrec::builder {

enum class FileKind {
    lmdb,  ///< an index, complete or not
    run,   ///< of build --shard
    other
};

/// Tells by the first bytes of a file. A file that cannot be read is `other`.
FileKind kind_of_file(const std::string& path);

}  // namespace bizrec::builder
