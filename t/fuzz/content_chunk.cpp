#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "bizrec/format/content.hpp"

/// A content chunk of hostile bytes: a row head lies inside and is as long as promised, or is empty.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace bizrec::format;
    std::vector<std::byte> chunk(size);
    if (size != 0) {
        std::memcpy(chunk.data(), data, size);
    }
    volatile unsigned sink = 0;
    for (std::uint32_t row = 0; row <= documents_per_content_chunk; ++row) {
        const auto head = row_head(chunk.data(), chunk.size(), row);
        if (!head.empty() && head.size() < minimum_row_head) {
            __builtin_trap();
        }
        for (const char c : head) {
            sink = sink + static_cast<unsigned char>(c);
        }
    }
    return 0;
}
