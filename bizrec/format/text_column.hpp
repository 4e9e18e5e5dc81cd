#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// A column of short texts, documents_per_column_chunk a chunk: u32 offset of each text and of the end, then the bytes.
/// A chunk none of whose documents has a text is the u32 0 alone.
namespace bizrec::format {

class TextColumnChunkBuilder {
public:
    void add(std::string_view text);
    std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(ends_.size()); }
    std::string finish();  ///< empty afterwards

private:
    std::vector<std::size_t> ends_;
    std::string bytes_;
};

/// Text `index` of a chunk; "" where the bytes are no good. `documents`: of this chunk.
std::string_view text_of(const std::byte* chunk, std::size_t size, std::uint32_t documents,
                         std::uint32_t index) noexcept;

/// Asks the memory for what text_of() reads first, without waiting. The rest as there.
void prefetch_text_bounds(const std::byte* chunk, std::size_t size, std::uint32_t index) noexcept;
/// The same for the text itself, once its bounds should have come.
void prefetch_text(const std::byte* chunk, std::size_t size, std::uint32_t index) noexcept;

}  // namespace bizrec::format
