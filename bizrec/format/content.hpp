#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/layout.hpp"

/// A content chunk: u32 count, u32 offsets[count + 1] from the chunk's first byte, then the row heads. A row head is
/// the start of a row as it is sent, `{"id":"<canonical uuid>","content":<minified record>`: the rest depends on the
/// request.
namespace bizrec::format {

inline constexpr std::string_view row_open = R"({"id":")";
inline constexpr std::string_view row_content = R"(","content":)";
inline constexpr std::size_t row_id_offset = row_open.size();  ///< of the 36 characters of the uuid in a row head
inline constexpr std::size_t uuid_characters = 36;
inline constexpr std::size_t row_content_offset = row_id_offset + uuid_characters + row_content.size();
inline constexpr std::size_t minimum_row_head = row_content_offset + 2;  ///< the record is at least `{}`

class ContentChunkBuilder {
public:
    /// `minified_json`: one JSON object as it is to be returned.
    void add(const Uuid& id, std::string_view minified_json);
    std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(ends_.size()); }
    /// The chunk's bytes; the builder is empty afterwards. A chunk of 4 GiB or more is refused by
    /// IndexWriter::append().
    std::string finish();

private:
    std::string rows_;
    std::vector<std::size_t> ends_;
};

/// Bytes before the first row head in a chunk of `count` rows.
constexpr std::uint64_t content_head_bytes(std::uint32_t count) noexcept {
    return sizeof(std::uint32_t) * (std::uint64_t{count} + 2);
}

/// Row head number `index` of a chunk, at least minimum_row_head bytes; empty where the chunk's offsets are no good.
inline std::string_view row_head(const std::byte* chunk, std::size_t size, std::uint32_t index) noexcept {
    std::uint32_t count = 0;
    if (size < sizeof count) {
        return {};
    }
    std::memcpy(&count, chunk, sizeof count);
    if (index >= count || content_head_bytes(count) > size) {
        return {};
    }
    std::uint32_t bounds[2];
    std::memcpy(bounds, chunk + sizeof(std::uint32_t) * (std::size_t{index} + 1), sizeof bounds);
    if (bounds[0] < content_head_bytes(count) || bounds[1] > size || bounds[0] > bounds[1] ||
        bounds[1] - bounds[0] < minimum_row_head) {
        return {};
    }
    return {reinterpret_cast<const char*>(chunk) + bounds[0], bounds[1] - bounds[0]};
}

/// Canonical lower-case text, 36 characters, no NUL.
void write_uuid(const Uuid& id, char* out) noexcept;
/// Any case, canonical hyphens (RFC 9562 section 4). False: not one, and `out` holds nothing of use.
bool read_uuid(std::string_view text, Uuid& out) noexcept;

}  // namespace bizrec::format
