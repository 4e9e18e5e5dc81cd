#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// The bytes of a delta: docs/delta-format.md. All integers are little-endian.
namespace bizrec::builder::delta {

inline constexpr std::uint32_t format_version = 1;
inline constexpr std::uint32_t max_header_bytes = 64U << 10;
inline constexpr std::uint32_t max_table_bytes = 64U << 20;    ///< of the rules, or of city_names.txt
inline constexpr std::uint32_t max_pointers = 256;             ///< of one record
inline constexpr std::uint32_t max_pointer_bytes = 64U << 20;  ///< of all pointers of one record together
/// base-2 logarithm of zstd's window in bytes (32 MiB), which bounds a reader's memory
inline constexpr int max_window_log = 25;

struct Head {
    std::array<char, 8> magic = {'B', 'I', 'Z', 'R', 'E', 'C', 'D', 'L'};
    std::uint32_t version = format_version;
    std::uint32_t header_bytes = 0;  ///< of the JSON that follows
};
static_assert(sizeof(Head) == 16, "no padding: its bytes are written as they are");

struct Tail {
    std::array<char, 96> signature{};        ///< 89 bytes of text if the delta is signed, then zeros
    std::uint64_t file_bytes = 0;            ///< of the whole file, this tail included
    std::array<unsigned char, 32> sha256{};  ///< of all bytes before this tail
    std::array<char, 8> magic = {'B', 'I', 'Z', 'R', 'E', 'C', 'D', 'E'};
};
static_assert(sizeof(Tail) == 144, "no padding: its bytes are written as they are");

/// Stands for the position of the id, if the record does not contain its id as 36 lower-case characters.
inline constexpr std::uint32_t no_id = ~std::uint32_t{0};

}  // namespace bizrec::builder::delta
