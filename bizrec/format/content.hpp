#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/format/layout.hpp"

/// A content chunk: u32 count, u32 offsets[count + 1] from the chunk's first byte, then the row heads. A row head is the
/// start of a row as it is sent, `{"id":"<canonical uuid>","content":<minified record>`: the rest depends on the request.
namespace bizrec::format {

inline constexpr std::size_t row_id_offset = 7;  ///< of the 36 characters of the uuid in a row head
inline constexpr std::size_t uuid_characters = 36;

class ContentChunkBuilder {
public:
    /// `minified_json`: one JSON object as it is to be returned.
    void add(const Uuid& id, std::string_view minified_json);
    std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(ends_.size()); }
    /// The chunk's bytes; the builder is empty afterwards.
    std::string finish();

private:
    std::string rows_;
    std::vector<std::uint32_t> ends_;
};

/// Row head number `index` of a chunk; empty where the chunk's offsets are no good.
std::string_view row_head(const std::byte* chunk, std::size_t size, std::uint32_t index) noexcept;

/// Canonical lower-case text, 36 characters, no NUL.
void write_uuid(const Uuid& id, char* out) noexcept;
/// Any case, canonical hyphens (RFC 9562 section 4). False: not one.
bool read_uuid(std::string_view text, Uuid& out) noexcept;

}  // namespace bizrec::format
