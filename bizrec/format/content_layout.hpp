#pragma once

#include <cstddef>
#include <cstdint>

/// How the rows of the section `content` are compressed: a row holds codes for phrases of the index's own dictionary.
/// This is static dictionary compression as in FSST (Boncz, Neumann, Leis, VLDB 2020), with the interleaved literals
/// and matches of LZ4. A row is decoded without other rows, and without a branch for a phrase. See
/// docs/index-format.md, "content".
namespace bizrec::format {

/// A row is a sequence of 16-bit tokens. The low four bits are the number of literal bytes that follow; the other bits
/// are the code of what comes after the literals.
inline constexpr unsigned literal_bits = 4;
inline constexpr std::size_t literals_per_token = (std::size_t{1} << literal_bits) - 1;

enum class RowCode : std::uint16_t {
    nothing,        ///< nothing comes after the literals
    own_id,         ///< the row's id, 36 lower-case characters
    uuid,           ///< any other UUID text: its 16 bytes follow
    repeat,         ///< earlier bytes of this record: u16 follows, distance << repeat_length_bits | length - min_repeat
    more_literals,  ///< u8 follows, then that many literals
    first_phrase = 8,
};

inline constexpr unsigned repeat_length_bits = 6;
inline constexpr std::size_t min_repeat = 5;
inline constexpr std::size_t max_repeat = min_repeat + (std::size_t{1} << repeat_length_bits) - 1;
inline constexpr std::size_t max_distance = (std::size_t{1} << (16 - repeat_length_bits)) - 1;
inline constexpr std::size_t max_more_literals = 255;

/// Phrases are stored in units of 16 bytes; the first byte of a phrase is its length. A phrase's code is
/// RowCode::first_phrase plus the number of its first unit. So a decoder finds length and text in one cache line, and
/// needs no table of addresses.
inline constexpr std::size_t phrase_unit_bytes = 16;
inline constexpr std::size_t max_phrase = 3 * phrase_unit_bytes - 1;
inline constexpr std::size_t max_unit_count =
    (std::size_t{1} << (16 - literal_bits)) - static_cast<std::size_t>(RowCode::first_phrase);
/// A chunk begins 16 bytes after a cache line boundary, so the units after this head begin on one, as the slots of key
/// tables do.
inline constexpr std::size_t dictionary_head_bytes = 48;

/// Copies have fixed sizes. So a decoder may read this far after a row and after a dictionary's last unit, and write
/// this far after a record.
inline constexpr std::size_t row_read_slack = 64;
inline constexpr std::size_t dictionary_read_slack = 48;
inline constexpr std::size_t record_write_slack = 112;

}  // namespace bizrec::format
