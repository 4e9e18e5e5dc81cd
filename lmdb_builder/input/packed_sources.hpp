#pragma once

#include <memory>
#include <string_view>

#include "lmdb_builder/input/byte_source.hpp"
#include "lmdb_builder/input/input_file.hpp"

/// Sources that unpack a file: gzip_source.cpp, zstd_source.cpp.
namespace bizrec::builder {

/// Whether the bytes begin with the magic number of gzip (RFC 1952).
bool is_gzip(std::string_view first_bytes) noexcept;

/// Unpacks gzip of one or more members (RFC 1952 section 2.2). Ignores zero padding after a member, as gzip does.
/// read() fails if a member ends early, has a wrong checksum, or is followed by anything else.
Result<std::unique_ptr<ByteSource>> open_gzip_source(std::unique_ptr<InputFile> file);

/// Whether the bytes begin with a magic number of RFC 8878: that of a frame, or of a skippable frame.
bool is_zstd(std::string_view first_bytes) noexcept;

/// Unpacks zstd of one or more frames (RFC 8878). Windows up to 128 MiB, the library's own limit, are accepted; `zstd
/// --long` above 27 is refused, so that the memory stays bounded. read() fails if a frame ends early, is damaged, or is
/// followed by other bytes.
Result<std::unique_ptr<ByteSource>> open_zstd_source(std::unique_ptr<InputFile> file);

}  // namespace bizrec::builder
