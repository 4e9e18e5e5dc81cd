#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bizrec/format/uuid.hpp"

/// Kinds of changes of a record between two generations, and the layout of a file of such changes:
/// docs/changes-format.md. All integers are little-endian.
namespace bizrec::format {

enum class ChangeKind : std::uint8_t { removed, added, changed };

/// The kind as a word: "removed", "added", "changed".
inline const char* word_of(ChangeKind kind) noexcept {
    return kind == ChangeKind::removed ? "removed" : kind == ChangeKind::added ? "added" : "changed";
}

namespace changes {

inline constexpr std::uint32_t format_version = 1;
inline constexpr std::size_t page_bytes = 4096;
inline constexpr std::size_t entries_of_page = 170;
inline constexpr std::uint32_t max_pointers = 256;
/// Maximum bytes of the pointers of one record, with their lengths.
inline constexpr std::uint32_t max_text_bytes = 64U << 10;
/// The low bits of Entry::kind_and_text, which hold the offset of the text.
inline constexpr unsigned text_bits = 56;
inline constexpr std::uint64_t no_text = (std::uint64_t{1} << text_bits) - 1;

/// The first page.
struct Head {
    std::uint64_t hash = 0;  ///< XXH3 of the rest of the page; the seed is the page's number, 0
    std::array<char, 8> magic = {'B', 'I', 'Z', 'R', 'E', 'C', 'C', 'H'};
    std::uint32_t version = format_version;
    std::uint32_t zero = 0;
    std::array<char, 16> since{}, until{};  ///< the generations before and after
    std::uint64_t entries = 0;
    std::uint64_t file_bytes = 0;
    std::array<unsigned char, page_bytes - 72> zeros{};
};
static_assert(sizeof(Head) == page_bytes, "no padding: its bytes are written as they are");

struct Entry {
    Uuid id{};
    std::uint64_t kind_and_text = 0;  ///< ChangeKind << text_bits | offset of its TextHead after the pages, or no_text
};
static_assert(sizeof(Entry) == 24, "no padding: its bytes are written as they are");

/// Entries in the order of their ids. Every page except the last is full.
struct Page {
    std::uint64_t hash = 0;  ///< like Head::hash; the first page of entries has number 1
    std::uint32_t entries = 0;
    std::uint32_t zero = 0;
    std::array<Entry, entries_of_page> entry{};
};
static_assert(sizeof(Page) == page_bytes, "no padding: its bytes are written as they are");

/// Head of the text of a changed record. The record's JSON Pointers follow: for each its length (4 bytes) and its
/// characters.
struct TextHead {
    std::uint64_t hash = 0;   ///< XXH3 of the rest of the text, seeded with its offset after the pages
    std::uint32_t bytes = 0;  ///< of the pointers, with their lengths
    std::uint32_t pointers = 0;
};
static_assert(sizeof(TextHead) == 16, "no padding: its bytes are written as they are");

/// Number of pages for this many entries.
constexpr std::uint64_t pages_of(std::uint64_t entries) noexcept {
    return entries / entries_of_page + (entries % entries_of_page != 0 ? 1 : 0);
}

}  // namespace changes
}  // namespace bizrec::format
