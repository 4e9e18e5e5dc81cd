#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bizrec/format/uuid.hpp"
#include "bizrec/place/position.hpp"

/// Layout of the index file (docs/index-format.md): one LMDB file (pages of 4096 bytes, one unnamed database), then one
/// sealing page that LMDB never reads. All integers are little-endian.
namespace bizrec::format {

inline constexpr std::uint32_t format_version = 5;            ///< the version that this build writes
inline constexpr std::uint32_t oldest_reader_version = 5;     ///< older programs cannot read what this build writes
inline constexpr std::uint32_t oldest_readable_version = 3;   ///< the oldest version that this build reads
inline constexpr std::uint32_t first_version_with_rules = 3;  ///< before, `rules` was only the suffix list
inline constexpr std::uint32_t first_version_with_spellings =
    5;  ///< before, there were no glued names and no number words
inline constexpr std::size_t page_bytes = 4096;

/// LMDB keys are six bytes: section and chunk number, both big-endian. So LMDB's order is this order, and the builder
/// can append (MDB_APPEND) from first to last.
enum class Section : std::uint16_t {
    dictionary = 1,  ///< phrases for the codes of `content`, see format/content_layout.hpp; no chunk or one
    content,         ///< records, documents_per_content_chunk a chunk, see format/content.hpp
    uuid,            ///< columns: documents_per_column_chunk a chunk
    position,
    quality,
    num_stores,
    reviews,
    rating,
    price_tier,
    ownership,
    flags,
    opened,
    refreshed,
    place_ids,        ///< map place ids, see format/text_column.hpp; documents_per_column_chunk a chunk
    id_buckets,       ///< hash of the uuid -> docids, see format/id_table.hpp; one chunk
    boxes,            ///< bounding box of each documents_per_box documents
    box_groups,       ///< bounding box of each boxes_per_group boxes
    identities,       ///< key table: identity keys -> docids
    places,           ///< key table: folded place names -> docid ranges
    postings,         ///< posting lists that do not fit beside the term's slot; a list never crosses chunks
    terms,            ///< key table: terms -> posting lists, see format/term_key.hpp, format/term_lists.hpp
    vocabulary,       ///< words in order, for typing errors, see format/vocabulary.hpp
    spellings,        ///< keys of words -> numbers in the vocabulary, see format/spelling_table.hpp
    glued_names,      ///< names and labels without spaces, see format/glued_names.hpp
    glued_spellings,  ///< keys of glued names -> their numbers, see format/spelling_table.hpp
    rules,            ///< the tables that the index was built with, see format/rules.hpp; one chunk
    meta,             ///< JSON, see Meta
};
inline constexpr std::size_t section_count = static_cast<std::size_t>(Section::meta);

/// The name of a section for messages and `inspect`: "content", "uuid", …; "unknown" for other numbers.
std::string_view section_name(Section section) noexcept;

/// Whether files of a format have the section.
constexpr bool is_section_of(Section section, std::uint32_t version) noexcept {
    return version >= first_version_with_spellings || section < Section::spellings ||
           section > Section::glued_spellings;
}
/// Section of a number in a file's keys. Sections are numbered without gaps in formats that lack some of them. Returns
/// a number above all sections if there is no such section.
constexpr std::uint32_t section_of_number(std::uint32_t number, std::uint32_t version) noexcept {
    constexpr auto first_new = static_cast<std::uint32_t>(Section::spellings);
    constexpr auto behind = static_cast<std::uint32_t>(Section::rules);
    return version < first_version_with_spellings && number >= first_new ? number + (behind - first_new) : number;
}

std::array<unsigned char, 6> chunk_key(Section section, std::uint32_t chunk) noexcept;

inline constexpr std::uint32_t documents_per_column_chunk = 65536;
inline constexpr std::uint32_t documents_per_content_chunk = 256;
inline constexpr std::uint32_t documents_per_box = 256;
inline constexpr std::uint32_t boxes_per_group = 64;

/// LMDB stores shorter values inside a leaf page, only 2-byte aligned. So every chunk is padded with zeros to at least
/// this many bytes: LMDB then gives it overflow pages of its own, in which it starts 16 bytes after a page boundary.
inline constexpr std::size_t min_chunk_bytes = page_bytes - 16;
inline constexpr std::size_t value_alignment = 16;

/// Values of columns for records that lack the field.
inline constexpr std::uint32_t missing_count = 0xFFFFFFFFU;  // num_stores, reviews
inline constexpr float missing_rating = -1.0F;               // rating
inline constexpr std::uint8_t missing_tier = 0;              // price_tier
inline constexpr std::int64_t missing_time = INT64_MIN;      // opened, refreshed: Unix seconds

enum class Ownership : std::uint8_t { unknown = 0, independent, family, franchise, chain };

namespace flag {
inline constexpr std::uint8_t has_website = 1;
inline constexpr std::uint8_t has_valid_website = 2;
inline constexpr std::uint8_t has_contact_info = 4;
inline constexpr std::uint8_t inferred_place = 8;  ///< country or city were inferred, not read from the record
}  // namespace flag

/// Bytes of one element of a column section; 0 for other sections.
std::size_t column_element_bytes(Section section) noexcept;

}  // namespace bizrec::format
