#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "bizrec/store/open_index.hpp"

namespace bizrec::builder {

/// Called with the stage's name, the amount done and the total, in bytes or documents.
using StageReport = std::function<void(const char*, std::uint64_t, std::uint64_t)>;

/// Copies an index into a new, read-only file and syncs it. Makes a clone that shares blocks if the file system
/// supports it, otherwise copies inside the kernel, otherwise by read and write. The copy's pages are dropped from the
/// page cache, so that the next hash reads the bytes on the disk. Throws BuildFailure.
void copy_index(const store::OpenIndex& from, const std::string& to, const StageReport& report);

/// Makes the file of an index read-only and gives it the second name `to`. Returns false if that is impossible (another
/// file system, another owner), or if the published file could still change because it has more names or is open for
/// writing. The file then has its mode as before, and the caller copies it.
bool link_index(const store::OpenIndex& from, const std::string& to) noexcept;

}  // namespace bizrec::builder
