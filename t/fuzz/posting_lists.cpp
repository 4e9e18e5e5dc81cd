// Hostile bytes as posting lists: nothing outside them is read, no document that does not exist is returned, and docids
// ascend. Input: the number of documents (u32); the term's KeyEntry, which is aux[0] and aux[1] (u64 each), the length
// of its list (one byte) and the list (u32 each); then the only chunk of the section `postings`.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "bizrec/format/term_lists.hpp"
#include "t/fuzz/require.hpp"

namespace {

using namespace bizrec::format;
using bizrec::fuzz::require;

struct Input {
    const std::uint8_t* data;
    std::size_t size;

    void take(void* to, std::size_t bytes) {
        const std::size_t there = bytes < size ? bytes : size;
        std::memset(to, 0, bytes);
        if (there != 0) {
            std::memcpy(to, data, there);
        }
        data += there;
        size -= there;
    }
    template <class T>
    T number() {
        T value;
        take(&value, sizeof value);
        return value;
    }
    /// Copies into memory of the exact size, so that the sanitizer reports a read past the end.
    template <class T>
    std::vector<T> numbers(std::size_t count) {
        std::vector<T> values(count);
        if (count != 0) {
            take(values.data(), count * sizeof(T));
        }
        return values;
    }
};

void walk(const DocidBlocks& list, std::uint32_t documents) {
    std::uint32_t docids[block_postings];
    for (std::uint32_t block = 0; block < list.blocks(); ++block) {
        list.prefetch(block);
        const std::uint32_t size = list.decode(block, docids);
        require(size == 0 || size == list.size(block));
        for (std::uint32_t i = 0; i < size; ++i) {
            require(docids[i] < documents && (i == 0 || docids[i - 1] < docids[i]));
        }
    }
    std::uint64_t steps = 0;
    for (const std::uint32_t target : {0U, documents / 2, documents}) {
        require(list.find_block(0, target, steps) <= list.blocks());
        list.count_below(target, steps);
    }
}

void walk_impacts(const PostingBlocks& list) {
    std::uint8_t impacts[block_postings];
    for (std::uint32_t block = 0; block < list.blocks(); ++block) {
        list.decode_impacts(block, impacts);
        for (std::uint32_t i = 0; i < list.size(block); ++i) {
            require(list.impact(block, i) == impacts[i]);
        }
    }
}

void walk_term(const TermLists& lists, std::uint32_t documents) {
    volatile std::uint32_t sink = 0;
    for (std::uint32_t i = 0; lists.is_plain() && i < lists.count; ++i) {
        require(lists.docids[i] < documents && (i == 0 || lists.docids[i - 1] < lists.docids[i]));
        sink = sink + lists.impacts[i];
    }
    walk(lists.blocks, documents);
    walk_impacts(lists.blocks);
    for (std::uint32_t group = 0; group < lists.groups.groups(); ++group) {
        sink = sink + lists.groups.key(group) + lists.groups.count(group);
        walk(lists.groups.docids(group), documents);
    }
    for (std::uint32_t docid = 0; lists.has_bitmap && docid < documents; ++docid) {
        sink = sink + (lists.bitmap.test(docid) ? lists.bitmap.impact(docid) : 0U);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input{data, size};
    const auto documents = input.number<std::uint32_t>();
    KeyEntry entry;
    entry.aux[0] = input.number<std::uint64_t>();
    entry.aux[1] = input.number<std::uint64_t>();
    const auto numbers = input.numbers<std::uint32_t>(input.number<std::uint8_t>());
    entry.values = numbers.data();
    entry.length = static_cast<std::uint32_t>(numbers.size());
    const auto bytes = input.numbers<std::byte>(input.size);
    const PostingChunks::Chunk chunk{bytes.data(), bytes.size()};
    walk_term(read_term(entry, {&chunk, 1, documents}), documents);
    return 0;
}
