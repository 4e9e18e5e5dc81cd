#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/content_layout.hpp"
#include "bizrec/format/content_parser.hpp"
#include "bizrec/format/layout.hpp"
#include "bizrec/format/uuid.hpp"

/// A content chunk: u32 count, u32 offsets[count + 1] from the chunk's first byte, the rows, and row_read_slack zero
/// bytes. A row is a uuid, the length of the record, and the record in codes (content_layout.hpp).
namespace bizrec::format {

/// The phrases of an index, read from its section `dictionary`. Points into the chunk that was opened.
class ContentDictionary {
public:
    ContentDictionary() = default;  ///< has no phrases

    /// Returns false if the chunk has too many units, or is too short for them. The content of the units is never
    /// trusted.
    static bool open(const std::byte* chunk, std::size_t size, ContentDictionary& out) noexcept;

    /// Number of 16-byte units (content_layout.hpp).
    std::uint32_t unit_count() const noexcept { return unit_count_; }
    /// `unit` < unit_count(). dictionary_read_slack bytes after the last unit are readable.
    const unsigned char* unit(std::uint32_t unit) const noexcept { return units_ + unit * phrase_unit_bytes; }

    /// Number of units that the phrase at `unit` takes, by its length byte.
    std::uint32_t units_of_phrase(std::uint32_t unit) const noexcept {
        return static_cast<std::uint32_t>(*this->unit(unit) / phrase_unit_bytes + 1);
    }
    /// The phrase that begins at `unit`. It always lies inside the chunk, even if its length byte is wrong.
    std::string_view phrase(std::uint32_t unit) const noexcept;

private:
    const unsigned char* units_ = nullptr;
    std::uint32_t unit_count_ = 0;
};

inline constexpr std::string_view row_open = R"({"id":")";
inline constexpr std::string_view row_content = R"(","content":)";
inline constexpr std::size_t row_id_offset = row_open.size();  ///< offset of the uuid's text in a row head
inline constexpr std::size_t row_content_offset = row_id_offset + uuid_characters + row_content.size();

/// A row inside its chunk.
struct ContentRow {
    const std::byte* id = nullptr;     ///< 16 bytes; nullptr: there is no such row
    const std::byte* codes = nullptr;  ///< row_read_slack bytes after the codes are readable
    std::size_t code_bytes = 0;
    std::size_t record_bytes = 0;  ///< decoded size, as the row states it; limited by code_bytes

    explicit operator bool() const noexcept { return id != nullptr; }
};

/// Returns row number `index` of a chunk of `count` rows, or an empty row if its offsets or its record's length are
/// invalid. Does not read the count in the chunk: the count is far from the row's offset, and usually not in the cache.
ContentRow content_row(const std::byte* chunk, std::size_t size, std::uint32_t index, std::uint32_t count) noexcept;

/// Prefetches the first bytes of a row. Waits only for the row's offset.
void prefetch_row_bytes(const std::byte* chunk, std::size_t size, std::uint32_t index) noexcept;

/// Encodes records. Several builders may share one ContentPhrases, each in its own thread: a chunk depends only on its
/// records and the phrases.
class ContentChunkBuilder {
public:
    /// `phrases` must outlive the builder.
    explicit ContentChunkBuilder(const ContentPhrases& phrases) : phrases_(&phrases) {}
    /// `minified_json`: one JSON object in the form in which it is returned, below 4 GiB.
    void add(const Uuid& id, std::string_view minified_json);
    std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(ends_.size()); }
    /// Returns the chunk's bytes and empties the builder. IndexWriter::append() refuses a chunk of 4 GiB or more.
    std::string finish();

private:
    const ContentPhrases* phrases_;
    ContentParser parser_;
    std::string rows_;
    std::vector<std::size_t> ends_;
    std::string record_;  // the record, followed by the bytes that may be read past it
    std::string codes_;   // has room for the codes of one record
};

/// Bytes before the first row in a chunk of `count` rows.
constexpr std::uint64_t content_head_bytes(std::uint32_t count) noexcept {
    return sizeof(std::uint32_t) * (std::uint64_t{count} + 2);
}

}  // namespace bizrec::format
