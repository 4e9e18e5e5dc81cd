#pragma once

#include <memory>
#include <string_view>

#include "lmdb_builder/input/byte_source.hpp"
#include "lmdb_builder/input/input_file.hpp"

namespace bizrec::builder {

/// Whether the bytes begin with a magic number of RFC 8878: that of a frame, or of a skippable frame.
bool is_zstd(std::string_view first_bytes) noexcept;

/// Unpacks zstd of one or more frames (RFC 8878). Windows up to 128 MiB, the library's own limit, are accepted; `zstd
/// --long` above 27 is refused, so that the memory stays bounded. read() fails if a frame ends early, is damaged, or is
/// followed by other bytes.
Result<std::unique_ptr<ByteSource>> open_zstd_source(std::unique_ptr<InputFile> file);

}  // namespace bizrec::builder
