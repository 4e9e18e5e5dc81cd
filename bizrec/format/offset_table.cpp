#include "bizrec/format/offset_table.hpp"

#include "bizrec/base/bytes.hpp"

namespace bizrec::format {

void append_u32(std::string& chunk, std::uint64_t number) {
    chunk.append(bytes_of(static_cast<std::uint32_t>(number)));
}

void append_with_offsets(std::string& chunk, const std::vector<std::size_t>& ends, std::string_view bytes) {
    const std::uint64_t first = chunk.size() + sizeof(std::uint32_t) * (ends.size() + 1);
    append_u32(chunk, first);
    for (const std::size_t end : ends) {
        append_u32(chunk, first + end);
    }
    chunk += bytes;
}

}  // namespace bizrec::format
