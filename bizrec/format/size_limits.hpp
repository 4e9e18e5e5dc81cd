#pragma once

#include <cstdint>

#include "bizrec/format/layout.hpp"

namespace bizrec::format {

/// Maximum bytes of one chunk: LMDB's limit of a value, minus two pages.
inline constexpr std::uint64_t max_chunk_bytes = 0xFFFFFFFFU - 2 * page_bytes;

/// Maximum documents of one index. Docids have 32 bits, but the section `id_buckets` is one chunk of five bytes a
/// document plus eight bytes.
inline constexpr std::uint64_t max_documents = (max_chunk_bytes - 8) / 5;

}  // namespace bizrec::format
