#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// A column of short texts, in chunks of documents_per_column_chunk documents. A chunk has the u32 offset of each text
/// and of the end, then the bytes. If no document of a chunk has a text, the chunk is only the u32 0.
namespace bizrec::format {

class TextColumnChunkBuilder {
public:
    void add(std::string_view text);
    std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(ends_.size()); }
    std::string finish();  ///< empties the builder

private:
    std::vector<std::size_t> ends_;
    std::string bytes_;
};

/// Text `index` of a chunk; "" if the bytes are invalid. `documents`: number of documents in this chunk.
std::string_view text_of(const std::byte* chunk, std::size_t size, std::uint32_t documents,
                         std::uint32_t index) noexcept;

/// Prefetches what text_of() reads first. Parameters as for text_of().
void prefetch_text_bounds(const std::byte* chunk, std::size_t size, std::uint32_t index) noexcept;
/// Prefetches the text itself. Call it when its bounds have probably arrived.
void prefetch_text(const std::byte* chunk, std::size_t size, std::uint32_t index) noexcept;

}  // namespace bizrec::format
