#pragma once

#include <memory>
#include <string_view>

#include "lmdb_builder/input/byte_source.hpp"
#include "lmdb_builder/input/input_file.hpp"

namespace bizrec::builder {

/// The magic numbers of RFC 8878: a frame, or a skippable frame.
bool is_zstd(std::string_view first_bytes) noexcept;

/// Unpacks zstd of one or more frames (RFC 8878). Windows up to 128 MiB, the library's own bound: `zstd --long` above
/// 27 is refused, so that the memory stays bounded. Errors: a frame that ends early or is damaged, other bytes behind
/// it.
Result<std::unique_ptr<ByteSource>> open_zstd_source(std::unique_ptr<InputFile> file);

}  // namespace bizrec::builder
