#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "bizrec/store/open_index.hpp"
#include "lmdb_builder/publish/copy_index.hpp"
#include "lmdb_builder/publish/current_file.hpp"

namespace bizrec::builder {

/// A packed file is a row of zstd frames, each of so many bytes of the index, with a checksum: an interrupted download
/// goes on at a frame, and nothing needs more memory than two of them.
inline constexpr std::size_t packed_frame_bytes = std::size_t{4} << 20;

/// Packs an index into a new, read-only file and syncs it. Throws BuildFailure.
PackedFile pack_index(const store::OpenIndex& from, const std::string& to, const StageReport& report);

/// Size and digest of a packed file that is there; none where it cannot be read.
std::optional<PackedFile> packed_file_at(const std::string& path);

}  // namespace bizrec::builder
