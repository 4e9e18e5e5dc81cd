#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "bizrec/store/open_index.hpp"

namespace bizrec::builder {

/// Stage, done, total: bytes or documents.
using StageReport = std::function<void(const char*, std::uint64_t, std::uint64_t)>;

/// Copies an index into a new, read-only file and syncs it: as a clone that shares its blocks where the file system has
/// such, else inside the kernel, else by read and write. The copy's pages leave the page cache, so that whoever hashes
/// it next reads what the disk holds. Throws BuildFailure.
void copy_index(const store::OpenIndex& from, const std::string& to, const StageReport& report);

/// A second name for that very file, read-only. False where that cannot be (another file system, another owner), or
/// where the file could change once it is published, because it has more names, or is open for writing: copy it.
bool link_index(const store::OpenIndex& from, const std::string& to) noexcept;

}  // namespace bizrec::builder
