// Hostile dictionaries and rows: the decoder stays inside both and agrees with the obvious one. And records to codes
// and back: any bytes come back as they were. The input is the length of a dictionary chunk (two bytes, little-endian),
// that chunk, and a content chunk; then once more the whole of it as a record, whose phrases are cut from itself.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "bizrec/format/content_decoder.hpp"
#include "t/fuzz/require.hpp"
#include "t/unit/format/slow_content.hpp"

namespace {

using namespace bizrec::format;
using bizrec::fuzz::require;

std::vector<std::byte> copy_of(const std::uint8_t* data, std::size_t size) {
    const auto* const bytes = reinterpret_cast<const std::byte*>(data);
    return {bytes, bytes + size};
}

void expect_as_slow(const ContentRow& row, const ContentDictionary& dictionary) {
    std::string head;
    const bool good = append_row_head(row, dictionary, head);
    if (!row) {
        require(!good);
        return;
    }
    const auto record = slow::decode(row, dictionary);
    require(good == (record && record->size() == row.record_bytes));
    require(good ? head.substr(row_content_offset) == *record : head.empty());
}

void decode(const std::uint8_t* data, std::size_t size) {
    if (size < 2) {
        return;
    }
    const std::size_t split = std::min<std::size_t>(data[0] | std::size_t{data[1]} << 8, size - 2);
    const auto phrases = copy_of(data + 2, split);
    const auto chunk = copy_of(data + 2 + split, size - 2 - split);
    ContentDictionary dictionary;
    (void)ContentDictionary::open(phrases.data(), phrases.size(), dictionary);
    std::uint32_t said = 0;
    if (chunk.size() >= sizeof said) {
        std::memcpy(&said, chunk.data(), sizeof said);
    }
    for (std::uint32_t row = 0; row <= documents_per_content_chunk; ++row) {
        for (const std::uint32_t count : {said, documents_per_content_chunk}) {
            expect_as_slow(content_row(chunk.data(), chunk.size(), row, count), dictionary);
        }
    }
}

/// Pieces of the text, their lengths taken from it.
std::vector<std::string> cut(const std::string& text) {
    std::vector<std::string> pieces;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = static_cast<unsigned char>(text[at]) % max_phrase + 1;
        pieces.push_back(text.substr(at, length));
        at += length + 1;
    }
    std::sort(pieces.begin(), pieces.end());
    pieces.erase(std::unique(pieces.begin(), pieces.end()), pieces.end());
    return pieces;
}

void round_trip(const std::uint8_t* data, std::size_t size) {
    const std::string record(reinterpret_cast<const char*>(data), size);
    const ContentPhrases phrases(cut(record));
    ContentChunkBuilder builder(phrases);
    for (int i = 0; i < 2; ++i) {
        builder.add(Uuid{static_cast<unsigned char>(i)}, record);
    }
    const std::string chunk = builder.finish();
    ContentDictionary dictionary;
    require(phrases.chunk().empty() ||
            ContentDictionary::open(reinterpret_cast<const std::byte*>(phrases.chunk().data()), phrases.chunk().size(),
                                    dictionary));
    for (std::uint32_t row = 0; row < 2; ++row) {
        const auto found = content_row(reinterpret_cast<const std::byte*>(chunk.data()), chunk.size(), row, 2);
        std::string head;
        require(append_row_head(found, dictionary, head) && head.substr(row_content_offset) == record);
        require(slow::decode(found, dictionary) == record);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    decode(data, size);
    round_trip(data, size);
    return 0;
}
