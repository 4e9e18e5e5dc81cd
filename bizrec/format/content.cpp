#include "bizrec/format/content.hpp"

namespace bizrec::format {
namespace {

void append_number(std::string& out, std::uint64_t number) {
    const auto low = static_cast<std::uint32_t>(number);
    char bytes[sizeof low];
    std::memcpy(bytes, &low, sizeof low);
    out.append(bytes, sizeof low);
}

}  // namespace

void ContentChunkBuilder::add(const Uuid& id, std::string_view minified_json) {
    char text[uuid_characters];
    write_uuid(id, text);
    rows_ += row_open;
    rows_.append(text, uuid_characters);
    rows_ += row_content;
    rows_ += minified_json;
    ends_.push_back(rows_.size());
}

std::string ContentChunkBuilder::finish() {
    const std::uint64_t head = content_head_bytes(count());
    std::string chunk;
    chunk.reserve(head + rows_.size());
    append_number(chunk, count());
    append_number(chunk, head);
    for (const std::size_t end : ends_) {
        append_number(chunk, head + end);
    }
    chunk += rows_;
    rows_.clear();
    ends_.clear();
    return chunk;
}

}  // namespace bizrec::format
