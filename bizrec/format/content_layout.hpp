#pragma once

#include <cstddef>
#include <cstdint>

/// How the rows of the section `content` are compressed: by phrases of the index's own dictionary, in place of which a
/// row holds codes. Static dictionary compression as in FSST (Boncz, Neumann, Leis, VLDB 2020), with LZ4's interleaving
/// of literals and matches: a row is decoded by itself, without a branch for a phrase. docs/index-format.md, "content".
namespace bizrec::format {

/// A row is 16-bit tokens: the low four bits tell how many literal bytes follow, the others are the code of what comes
/// behind them.
inline constexpr unsigned literal_bits = 4;
inline constexpr std::size_t literals_per_token = (std::size_t{1} << literal_bits) - 1;

enum class RowCode : std::uint16_t {
    nothing,        ///< literals alone
    own_id,         ///< the row's id, 36 lower-case characters
    uuid,           ///< any other such text: its 16 bytes follow
    repeat,         ///< bytes of this record over again: u16 follows, distance << repeat_length_bits | length - least
    more_literals,  ///< u8 follows and as many literals
    first_phrase = 8,
};

inline constexpr unsigned repeat_length_bits = 6;
inline constexpr std::size_t min_repeat = 5;
inline constexpr std::size_t max_repeat = min_repeat + (std::size_t{1} << repeat_length_bits) - 1;
inline constexpr std::size_t max_distance = (std::size_t{1} << (16 - repeat_length_bits)) - 1;
inline constexpr std::size_t max_more_literals = 255;

/// Phrases lie in units of 16 bytes, the first byte is the length; the number of its first unit is a phrase's code. So
/// a decoder finds length and text in one cache line, and needs no table of addresses.
inline constexpr std::size_t phrase_unit_bytes = 16;
inline constexpr std::size_t max_phrase = 3 * phrase_unit_bytes - 1;
inline constexpr std::size_t max_unit_count =
    (std::size_t{1} << (16 - literal_bits)) - static_cast<std::size_t>(RowCode::first_phrase);
inline constexpr std::size_t dictionary_head_bytes = 48;  ///< then units begin on a cache line, as key tables do

/// What a decoder may read behind a row, and behind a dictionary's last unit, and write behind a record: copies have
/// fixed sizes.
inline constexpr std::size_t row_read_slack = 64;
inline constexpr std::size_t dictionary_read_slack = 48;
inline constexpr std::size_t record_write_slack = 112;

}  // namespace bizrec::format
