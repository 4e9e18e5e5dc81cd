#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace bizrec::builder {

/// Stage, done, total: bytes or documents.
using StageReport = std::function<void(const char*, std::uint64_t, std::uint64_t)>;

/// Copies a file into a new, read-only one and syncs it: as a clone that shares its blocks where the file system has
/// such, else inside the kernel, else by read and write. The copy's pages leave the page cache, so that whoever hashes
/// it next reads what the disk holds. Throws BuildFailure.
void copy_index(const std::string& from, const std::string& to, const StageReport& report);

/// A second name for the file, read-only. False where that cannot be (another file system, another owner): copy it.
bool link_index(const std::string& from, const std::string& to) noexcept;

}  // namespace bizrec::builder
