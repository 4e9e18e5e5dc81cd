#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::format {

/// Appends the number's low 32 bits. In a chunk of 4 GiB or more some numbers are wrong, but IndexWriter::append()
/// refuses such a chunk.
void append_u32(std::string& chunk, std::uint64_t number);

/// Appends the u32 offset of each piece and of the end of the last one, counted from the chunk's first byte, then
/// `bytes`, which holds the pieces one after another. `ends`: the end of each piece in `bytes`.
void append_with_offsets(std::string& chunk, const std::vector<std::size_t>& ends, std::string_view bytes);

}  // namespace bizrec::format
