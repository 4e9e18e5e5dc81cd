#pragma once

#include <cstdint>
#include <string>

namespace bizrec::store {

/// The name of a file system on which a mapped file may change or vanish under its readers (another host writes it, or
/// a server process lives and dies), from statfs(2)'s f_type; null for all others. Overlay, which containers have, is
/// fine.
const char* remote_file_system(std::uint64_t f_type) noexcept;

/// A warning where the file or folder at `path` is on such a file system: a sentence that begins with the path. Empty:
/// it is on none, or the system does not tell.
std::string file_system_warning(const std::string& path);

}  // namespace bizrec::store
