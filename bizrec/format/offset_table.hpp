#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bizrec::format {

/// The number's low 32 bits: of a chunk of 4 GiB or more some are wrong, and IndexWriter::append() refuses it.
void append_u32(std::string& chunk, std::uint64_t number);

/// Pieces one behind the other: u32 offset of each and of the end, from the chunk's first byte, then `bytes`. `ends`:
/// where each piece ends in `bytes`.
void append_with_offsets(std::string& chunk, const std::vector<std::size_t>& ends, std::string_view bytes);

}  // namespace bizrec::format
