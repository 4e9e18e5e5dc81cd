#include "bizrec/format/content.hpp"

#include <algorithm>
#include <cstring>

#include "bizrec/base/varint.hpp"
#include "bizrec/format/offset_table.hpp"
#include "bizrec/format/row_encoder.hpp"
#include "bizrec/format/uuid.hpp"

namespace bizrec::format {

bool ContentDictionary::open(const std::byte* chunk, std::size_t size, ContentDictionary& out) noexcept {
    std::uint32_t count = 0;
    if (size < dictionary_head_bytes + dictionary_read_slack) {
        return false;
    }
    std::memcpy(&count, chunk, sizeof count);
    if (count > max_unit_count || dictionary_head_bytes + count * phrase_unit_bytes + dictionary_read_slack > size) {
        return false;
    }
    out.units_ = reinterpret_cast<const unsigned char*>(chunk) + dictionary_head_bytes;
    out.unit_count_ = count;
    return true;
}

std::string_view ContentDictionary::phrase(std::uint32_t unit) const noexcept {
    const unsigned char* const begin = this->unit(unit);
    return {reinterpret_cast<const char*>(begin) + 1, std::min<std::size_t>(*begin, max_phrase)};
}

namespace {

constexpr unsigned length_bits = 32;
/// Upper bound of the bytes that one byte of codes expands to. It limits the memory for a hostile record length.
constexpr std::size_t max_expansion = max_phrase;

}  // namespace

ContentRow content_row(const std::byte* chunk, std::size_t size, std::uint32_t index, std::uint32_t count) noexcept {
    if (index >= count || size < content_head_bytes(count) + row_read_slack) {
        return {};
    }
    const std::size_t end_of_rows = size - row_read_slack;
    std::uint32_t bounds[2];
    std::memcpy(bounds, chunk + sizeof(std::uint32_t) * (std::size_t{index} + 1), sizeof bounds);
    if (bounds[0] < content_head_bytes(count) || bounds[1] > end_of_rows || bounds[0] > bounds[1] ||
        bounds[1] - bounds[0] <= sizeof(Uuid)) {
        return {};
    }
    ContentRow row;
    const std::byte* const end = chunk + bounds[1];
    std::uint64_t record_bytes = 0;
    row.codes = read_varint(chunk + bounds[0] + sizeof(Uuid), end, length_bits, record_bytes);
    if (row.codes == nullptr) {
        return {};
    }
    row.record_bytes = static_cast<std::size_t>(record_bytes);
    row.id = chunk + bounds[0];
    row.code_bytes = static_cast<std::size_t>(end - row.codes);
    return row.record_bytes <= row.code_bytes * max_expansion ? row : ContentRow{};
}

void prefetch_row_bytes(const std::byte* chunk, std::size_t size, std::uint32_t index) noexcept {
    constexpr std::size_t line = 64;
    constexpr std::size_t lines = 3;  // cache lines of an average row
    std::uint32_t begin = 0;
    const std::size_t at = sizeof begin * (std::size_t{index} + 1);
    if (size < at + sizeof begin) {
        return;
    }
    std::memcpy(&begin, chunk + at, sizeof begin);
    for (std::size_t i = 0; i < lines && begin + i * line < size; ++i) {
        __builtin_prefetch(chunk + begin + i * line);
    }
}

void ContentChunkBuilder::add(const Uuid& id, std::string_view minified_json) {
    char own_id[uuid_characters];
    write_uuid(id, own_id);
    rows_.append(reinterpret_cast<const char*>(id.data()), id.size());
    append_varint(rows_, minified_json.size());
    record_.assign(minified_json);
    record_.append(std::max(ContentParser::read_slack, RowEncoder::read_slack), '\0');
    const std::string_view record(record_.data(), minified_json.size());
    const auto& segments = parser_.parse(phrases_->trie(), {own_id, sizeof own_id}, record);
    if (codes_.size() < RowEncoder::max_size(minified_json.size())) {
        codes_.resize(RowEncoder::max_size(minified_json.size()));
    }
    rows_.append(codes_, 0, RowEncoder(record, codes_.data()).encode(segments));
    ends_.push_back(rows_.size());
}

std::string ContentChunkBuilder::finish() {
    std::string chunk;
    chunk.reserve(content_head_bytes(count()) + rows_.size() + row_read_slack);
    append_u32(chunk, count());
    append_with_offsets(chunk, ends_, rows_);
    chunk.append(row_read_slack, '\0');
    rows_.clear();
    ends_.clear();
    return chunk;
}

}  // namespace bizrec::format
