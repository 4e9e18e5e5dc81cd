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

/// The format version that this program writes, unless the index has a column of a later format (columns.hpp).
inline constexpr std::uint32_t format_version = 5;
inline constexpr std::uint32_t oldest_reader_version = 5;     ///< readers of older formats cannot read this one
inline constexpr std::uint32_t oldest_readable_version = 3;   ///< the oldest version that this program reads
inline constexpr std::uint32_t first_version_with_rules = 3;  ///< in older files `rules` is only the suffix list
/// Older files have no spellings, no glued names, no number words and no fillers.
inline constexpr std::uint32_t first_version_with_spellings = 5;
inline constexpr std::size_t page_bytes = 4096;

/// The sections in the order of the file. The LMDB key of a chunk is six bytes: the section's number in files of that
/// format (chunk_key()) and the chunk number, both big-endian. So LMDB sorts chunks in this order, and the builder
/// appends them with MDB_APPEND.
enum class Section : std::uint16_t {
    dictionary = 1,  ///< phrases for the codes of `content`, see format/content_layout.hpp; no chunk or one
    content,         ///< records, documents_per_content_chunk a chunk, see format/content.hpp
    uuid,            ///< columns: documents_per_column_chunk a chunk, see format/columns.hpp
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
    founded_year,     ///< since format 6
    place_ids,        ///< map place ids, see format/text_column.hpp; documents_per_column_chunk a chunk
    id_buckets,       ///< hash of the uuid -> docids, see format/id_table.hpp; one chunk
    boxes,            ///< bounding box of each documents_per_box documents
    box_groups,       ///< bounding box of each boxes_per_group boxes
    identities,       ///< key table: identity keys -> docids
    places,           ///< key table: folded place names -> docid ranges
    postings,         ///< posting lists of terms in more than 16 documents; a list never crosses chunks
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

/// The first format whose files have the section; 0 if files of every format have it.
std::uint32_t first_version_of(Section section) noexcept;
/// Whether the section is a column that an index has only if one of its records has the field.
bool is_optional_section(Section section) noexcept;
/// Whether files of format `version` have the section. Even then the section may be empty, without a chunk.
bool is_section_of(Section section, std::uint32_t version) noexcept;
/// The section that has this number in the keys of files of format `version`. Each format numbers its own sections
/// without gaps. Returns a number above all sections if there is no such section.
std::uint32_t section_of_number(std::uint32_t number, std::uint32_t version) noexcept;
/// The LMDB key of a chunk in files of format `version`, which must have the section.
std::array<unsigned char, 6> chunk_key(Section section, std::uint32_t chunk, std::uint32_t version) noexcept;

inline constexpr std::uint32_t documents_per_column_chunk = 65536;
inline constexpr std::uint32_t documents_per_content_chunk = 256;
inline constexpr std::uint32_t documents_per_box = 256;
inline constexpr std::uint32_t boxes_per_group = 64;

/// LMDB may store a shorter value inside a leaf page, only 2-byte aligned. So every chunk is padded with zeros to at
/// least this many bytes: LMDB then gives it overflow pages of its own, in which it starts 16 bytes after a page
/// boundary.
inline constexpr std::size_t min_chunk_bytes = page_bytes - 16;
inline constexpr std::size_t value_alignment = 16;

/// Values of columns for records that lack the field: see format/columns.hpp.
inline constexpr std::uint32_t missing_count = 0xFFFFFFFFU;  // of the columns num_stores and reviews
inline constexpr float missing_rating = -1.0F;               // of the column rating
inline constexpr std::uint8_t missing_tier = 0;              // of the column price_tier
inline constexpr std::int64_t missing_time = INT64_MIN;      // of the columns opened and refreshed, in Unix seconds

enum class Ownership : std::uint8_t { unknown = 0, independent, family, franchise, chain };

namespace flag {
inline constexpr std::uint8_t has_website = 1;
inline constexpr std::uint8_t has_valid_website = 2;
inline constexpr std::uint8_t has_contact_info = 4;
inline constexpr std::uint8_t inferred_place = 8;  ///< country or city were inferred, not read from the record
inline constexpr std::uint8_t all = 15;
}  // namespace flag

/// Bytes of one element of a column section; 0 for other sections.
std::size_t column_element_bytes(Section section) noexcept;

/// Maximum bytes of one chunk: LMDB's limit of a value, minus two pages.
inline constexpr std::uint64_t max_chunk_bytes = 0xFFFFFFFFU - 2 * page_bytes;

/// Maximum documents of one index. Docids have 32 bits, but the section `id_buckets` is one chunk of five bytes a
/// document plus eight bytes.
inline constexpr std::uint64_t max_documents = (max_chunk_bytes - 8) / 5;

}  // namespace bizrec::format
