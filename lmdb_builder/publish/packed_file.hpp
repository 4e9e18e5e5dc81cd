#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "bizrec/store/open_index.hpp"
#include "lmdb_builder/publish/copy_index.hpp"
#include "lmdb_builder/publish/current_file.hpp"

namespace bizrec::builder {

/// Bytes of the index in one frame. A packed file is a sequence of zstd frames with checksums: an interrupted download
/// resumes at a frame, and no reader or writer needs more memory than two frames.
inline constexpr std::size_t packed_frame_bytes = std::size_t{4} << 20;

/// Packs an index into a new, read-only file and syncs it. Throws BuildFailure.
PackedFile pack_index(const store::OpenIndex& from, const std::string& to, const StageReport& report);

/// Size and digest of an existing packed file. None if it cannot be read.
std::optional<PackedFile> packed_file_at(const std::string& path);

}  // namespace bizrec::builder
