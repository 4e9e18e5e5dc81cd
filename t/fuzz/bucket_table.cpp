#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "bizrec/base/bytes.hpp"
#include "bizrec/format/glued_names.hpp"
#include "bizrec/format/spelling_table.hpp"
#include "t/fuzz/require.hpp"

/// Hostile bytes as the sections of spellings and of glued names: each look-up ends, and never returns the number of a
/// word or document that does not exist. Input: one byte, the binary logarithm of the number of words and documents
/// (modulo 31); a key; then bytes that are used as one chunk and as two.
namespace {

using bizrec::fuzz::require;
using Chunk = bizrec::format::BucketTable::Chunk;

void ask(const std::vector<Chunk>& chunks, std::uint32_t count, const std::vector<std::uint64_t>& keys) {
    using namespace bizrec::format;
    const auto spellings = SpellingTable::open(chunks, count, "fuzz");
    const auto names = GluedNames::open(chunks, count);
    if (spellings) {
        spellings.value().find_all(keys, [&](std::uint32_t number) { require(number < count); });
    }
    for (const std::uint64_t key : keys) {
        std::uint32_t found = 0;
        if (spellings) {
            spellings.value().find(key, [&](std::uint32_t number) {
                require(number < count);
                ++found;
            });
            require(found <= max_in_bucket);
        }
        if (names) {
            names.value().find(key, [&](const GluedName& name) {
                require(name.docid < count);
                require(names.value().name(name.number).docid < count);
            });
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1 + sizeof(std::uint64_t)) {
        return 0;
    }
    const std::uint32_t count = 1U << data[0] % 31;
    const std::uint64_t key = bizrec::load_unaligned<std::uint64_t>(data + 1);
    std::vector<std::byte> bytes(size - 1 - sizeof key);
    if (!bytes.empty()) {
        std::memcpy(bytes.data(), data + 1 + sizeof key, bytes.size());
    }
    const std::vector<std::uint64_t> keys{key, 0, ~key, key << 32};
    ask({{bytes.data(), bytes.size()}}, count, keys);
    const std::size_t half = bytes.size() / 4 * 2;  // offsets are two bytes
    ask({{bytes.data(), half}, {bytes.data() + half, bytes.size() - half}}, count, keys);
    return 0;
}
