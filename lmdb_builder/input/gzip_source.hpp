#pragma once

#include <memory>
#include <string_view>

#include "lmdb_builder/input/byte_source.hpp"
#include "lmdb_builder/input/input_file.hpp"

namespace bizrec::builder {

/// Whether the bytes begin with the magic number of gzip (RFC 1952).
bool is_gzip(std::string_view first_bytes) noexcept;

/// Unpacks gzip of one or more members (RFC 1952 section 2.2). Ignores zero padding after a member, as gzip does.
/// read() fails if a member ends early, has a wrong checksum, or is followed by anything else.
Result<std::unique_ptr<ByteSource>> open_gzip_source(std::unique_ptr<InputFile> file);

}  // namespace bizrec::builder
