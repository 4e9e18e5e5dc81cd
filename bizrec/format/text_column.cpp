#include "bizrec/format/text_column.hpp"

#include "bizrec/base/bytes.hpp"
#include "bizrec/format/offset_table.hpp"

namespace bizrec::format {
namespace {

std::uint32_t number_at(const std::byte* chunk, std::uint64_t index) noexcept {
    return load_unaligned<std::uint32_t>(chunk + sizeof(std::uint32_t) * index);
}

}  // namespace

void TextColumnChunkBuilder::add(std::string_view text) {
    bytes_ += text;
    ends_.push_back(bytes_.size());
}

std::string TextColumnChunkBuilder::finish() {
    std::string chunk;
    if (bytes_.empty()) {
        append_u32(chunk, 0);
    } else {
        append_with_offsets(chunk, ends_, bytes_);
    }
    ends_.clear();
    bytes_.clear();
    return chunk;
}

std::string_view text_of(const std::byte* chunk, std::size_t size, std::uint32_t documents,
                         std::uint32_t index) noexcept {
    const std::uint64_t head = sizeof(std::uint32_t) * (std::uint64_t{documents} + 1);
    if (index >= documents || size < head || number_at(chunk, 0) != head) {
        return {};
    }
    const std::uint32_t begin = number_at(chunk, index);
    const std::uint32_t end = number_at(chunk, std::uint64_t{index} + 1);
    if (begin < head || begin > end || end > size) {
        return {};
    }
    return {reinterpret_cast<const char*>(chunk) + begin, end - begin};
}

void prefetch_text_bounds(const std::byte* chunk, std::size_t size, std::uint32_t index) noexcept {
    const std::uint64_t at = sizeof index * std::uint64_t{index};
    if (at < size) {
        __builtin_prefetch(chunk + at);
    }
}

void prefetch_text(const std::byte* chunk, std::size_t size, std::uint32_t index) noexcept {
    const std::uint64_t at = sizeof index * std::uint64_t{index};
    if (at + 2 * sizeof index > size) {
        return;
    }
    const std::uint32_t begin = number_at(chunk, index);
    const std::uint32_t end = number_at(chunk, std::uint64_t{index} + 1);
    if (begin < end && end <= size) {
        __builtin_prefetch(chunk + begin);
        __builtin_prefetch(chunk + end - 1);  // the end of the text is often in the next cache line
    }
}

}  // namespace bizrec::format
