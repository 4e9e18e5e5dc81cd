#pragma once

#include <memory>
#include <string_view>

#include "lmdb_builder/input/byte_source.hpp"
#include "lmdb_builder/input/input_file.hpp"

namespace bizrec::builder {

/// The two magic bytes of RFC 1952.
bool is_gzip(std::string_view first_bytes) noexcept;

/// Unpacks gzip of one or more members (RFC 1952 section 2.2); zero padding behind the last one is let pass, as gzip
/// does. Errors: a member that ends early, fails its checksum, or is followed by anything else.
Result<std::unique_ptr<ByteSource>> open_gzip_source(std::unique_ptr<InputFile> file);

}  // namespace bizrec::builder
