#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

/// Numbers of seven bits a byte, the lowest first, the top bit where more follow: unsigned LEB128.
namespace bizrec {

/// The bytes of the longest.
inline constexpr std::size_t varint_size = 10;

/// Returns how many bytes were written, varint_size at most.
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

/// Returns what follows the number; null where it does not end before `end`, or in as many bytes as `bits` bits take.
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
