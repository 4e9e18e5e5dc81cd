#include "bizrec/format/block_codec.hpp"
#include "bizrec/format/block_unpack.hpp"

#include <cstring>

#include "bizrec/base/bytes.hpp"

namespace bizrec::format {
namespace {

constexpr std::size_t vector_bytes = 16;
constexpr std::uint32_t numbers_of_block = 128;

/// Finds the bits of number `index` in a packed block. `Unit`: a lane consists of units of 32 bits, or of 8 bits if
/// bytes are packed.
template <class Unit>
struct BitPlace {
    static constexpr unsigned unit_bits = 8 * sizeof(Unit);
    static constexpr std::size_t lanes = vector_bytes / sizeof(Unit);

    BitPlace(std::size_t index, unsigned bits) noexcept
        : offset(index / lanes * bits / unit_bits * vector_bytes + index % lanes * sizeof(Unit)),
          shift(static_cast<unsigned>(index / lanes * bits % unit_bits)),
          crosses(shift + bits > unit_bits) {}
    std::size_t offset;  ///< of the unit that holds its lowest bit
    unsigned shift;
    bool crosses;  ///< its upper bits are in the unit 16 bytes later
};

template <class Unit>
void or_unit(std::byte* at, std::uint64_t bits) noexcept {
    const auto unit = static_cast<Unit>(load_unaligned<Unit>(at) | bits);
    store_unaligned(at, unit);
}

template <class Unit>
void pack(const Unit* numbers, std::uint32_t count, unsigned bits, std::byte* out) noexcept {
    for (std::uint32_t i = 0; bits != 0 && i < count; ++i) {
        const BitPlace<Unit> place(i, bits);
        const std::uint64_t shifted = std::uint64_t{numbers[i]} << place.shift;
        or_unit<Unit>(out + place.offset, shifted);
        if (place.crosses) {
            or_unit<Unit>(out + place.offset + vector_bytes, shifted >> BitPlace<Unit>::unit_bits);
        }
    }
}

template <class Unit>
Unit unpack_one(const std::byte* in, unsigned bits, std::uint32_t index) noexcept {
    if (bits == 0) {
        return 0;
    }
    const BitPlace<Unit> place(index, bits);
    std::uint64_t both = load_unaligned<Unit>(in + place.offset);
    if (place.crosses) {
        both |= std::uint64_t{load_unaligned<Unit>(in + place.offset + vector_bytes)} << BitPlace<Unit>::unit_bits;
    }
    return static_cast<Unit>(both >> place.shift & ((std::uint64_t{1} << bits) - 1));
}

}  // namespace

unsigned bits_for(std::uint32_t greatest) noexcept {
    return greatest == 0 ? 0 : 32 - static_cast<unsigned>(__builtin_clz(greatest));
}

void pack_numbers(const std::uint32_t* numbers, std::uint32_t count, unsigned bits, std::vector<std::byte>& out) {
    const std::size_t begin = out.size();
    out.resize(begin + packed_numbers_bytes(count, bits));
    pack(numbers, count, bits, out.data() + begin);
}

void pack_bytes(const std::uint8_t* numbers, std::uint32_t count, unsigned bits, std::vector<std::byte>& out) {
    const std::size_t begin = out.size();
    out.resize(begin + packed_bytes_bytes(count, bits));
    pack(numbers, count, bits, out.data() + begin);
}

void unpack_ascending_plain(const std::byte* in, unsigned bits, std::uint32_t before, std::uint32_t* out) noexcept {
    for (std::uint32_t i = 0; i < numbers_of_block; ++i) {
        before += unpack_one<std::uint32_t>(in, bits, i) + 1;
        out[i] = before;
    }
}

void unpack_bytes_plain(const std::byte* in, unsigned bits, std::uint8_t least, std::uint8_t* out) noexcept {
    for (std::uint32_t i = 0; i < numbers_of_block; ++i) {
        out[i] = static_cast<std::uint8_t>(least + unpack_one<std::uint8_t>(in, bits, i));
    }
}

#if !defined(__SSE2__)
void unpack_ascending(const std::byte* in, unsigned bits, std::uint32_t before, std::uint32_t* out) noexcept {
    unpack_ascending_plain(in, bits, before, out);
}

void unpack_bytes(const std::byte* in, unsigned bits, std::uint8_t least, std::uint8_t* out) noexcept {
    unpack_bytes_plain(in, bits, least, out);
}
#endif

}  // namespace bizrec::format
