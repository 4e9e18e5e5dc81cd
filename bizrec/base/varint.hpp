#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

/// Unsigned LEB128: numbers of seven bits a byte, the lowest first. The top bit is set if more bytes follow.
namespace bizrec {

/// Bytes of the longest number.
inline constexpr std::size_t varint_size = 10;

/// Returns the number of bytes written, at most varint_size.
inline std::size_t write_varint(char* out, std::uint64_t number) noexcept {
    std::size_t size = 0;
    for (; number >= 0x80U; number >>= 7) {
        out[size++] = static_cast<char>(static_cast<unsigned char>(number | 0x80U));
    }
    out[size++] = static_cast<char>(static_cast<unsigned char>(number));
    return size;
}

inline void append_varint(std::string& out, std::uint64_t number) {
    char bytes[varint_size];
    out.append(bytes, write_varint(bytes, number));
}

/// Returns the position after the number. Null if the number does not end before `end`, or has more bytes than a number
/// of `bits` bits needs. `bits` is rounded up to a multiple of 7: the number may be larger than `bits` bits allow.
template <class Byte>
const Byte* read_varint(const Byte* at, const Byte* end, unsigned bits, std::uint64_t& number) noexcept {
    number = 0;
    for (unsigned shift = 0; at < end && shift < bits; shift += 7) {
        const auto byte = static_cast<unsigned char>(*at++);
        number |= std::uint64_t{byte & 0x7FU} << shift;
        if (byte < 0x80U) {
            return at;
        }
    }
    return nullptr;
}

}  // namespace bizrec
