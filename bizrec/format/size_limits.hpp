#pragma once

#include <cstdint>

#include "bizrec/format/layout.hpp"

namespace bizrec::format {

/// Bytes of one chunk: an LMDB value's limit, rounded down.
inline constexpr std::uint64_t max_chunk_bytes = 0xFFFFFFFFU - 2 * page_bytes;

/// Documents of one index. Docids have 32 bits, but the section `id_buckets` is one chunk of five bytes a document and
/// eight more.
inline constexpr std::uint64_t max_documents = (max_chunk_bytes - 8) / 5;

}  // namespace bizrec::format
