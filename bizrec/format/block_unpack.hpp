#pragma once

#include <cstddef>
#include <cstdint>

namespace bizrec::format {

/// Reads whole_block_bytes(bits) and writes 128 numbers. The first is `before` + 1 + packed number; each next one is
/// the one before it + 1 + packed number (modulo 2^32).
void unpack_ascending(const std::byte* in, unsigned bits, std::uint32_t before, std::uint32_t* out) noexcept;
/// Reads whole_block_bytes(bits) and writes 128 bytes: `least` + packed number (modulo 256).
void unpack_bytes(const std::byte* in, unsigned bits, std::uint8_t least, std::uint8_t* out) noexcept;

}  // namespace bizrec::format
