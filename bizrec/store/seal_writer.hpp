#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "bizrec/base/result.hpp"
#include "bizrec/format/layout.hpp"
#include "bizrec/store/seal.hpp"

namespace bizrec::store {

/// Called from time to time with the number of bytes hashed so far and the number of all bytes.
using SealProgress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// Appends the sealing page to a finished LMDB file and fsyncs it.
Result<Seal> write_seal(const std::string& path, const SealProgress& progress = {});
/// Like the function above, for a descriptor that is open for reading and writing. `path` is used in messages.
/// `version`: the file's format, format_version or a later one.
Result<Seal> write_seal(const std::string& path, int fd, const SealProgress& progress = {},
                        std::uint32_t version = format::format_version);

}  // namespace bizrec::store
