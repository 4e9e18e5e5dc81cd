#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/bytes.hpp"

namespace bizrec::format {

/// Appends the number's low 32 bits. In a chunk of 4 GiB or more some numbers are wrong, but IndexWriter::append()
/// refuses such a chunk.
inline void append_u32(std::string& chunk, std::uint64_t number) {
    chunk.append(bytes_of(static_cast<std::uint32_t>(number)));
}

/// Appends the u32 offset of each piece and of the end of the last one, counted from the chunk's first byte, then
/// `bytes`, which holds the pieces one after another. `ends`: the end of each piece in `bytes`.
inline void append_with_offsets(std::string& chunk, const std::vector<std::size_t>& ends, std::string_view bytes) {
    const std::uint64_t first = chunk.size() + sizeof(std::uint32_t) * (ends.size() + 1);
    append_u32(chunk, first);
    for (const std::size_t end : ends) {
        append_u32(chunk, first + end);
    }
    chunk += bytes;
}

}  // namespace bizrec::format
