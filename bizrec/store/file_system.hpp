#pragma once

#include <cstdint>
#include <string>

namespace bizrec::store {

/// Name of the file system if mapped files may change or vanish under their readers there, because another host writes
/// them or a server process may die; otherwise null. `f_type`: from statfs(2). Overlay, which containers use, is safe.
const char* remote_file_system(std::uint64_t f_type) noexcept;

/// Returns a warning if the file or folder at `path` is on such a file system: a sentence that begins with the path.
/// Empty if it is on a safe one, or if statfs(2) fails.
std::string file_system_warning(const std::string& path);

}  // namespace bizrec::store
