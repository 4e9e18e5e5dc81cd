#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "bizrec/format/key_table.hpp"
#include "bizrec/format/layout.hpp"

namespace bizrec::store {
class IndexWriter;
}

namespace bizrec::builder {

class Workers;

/// A key of a key table (format/key_table.hpp): its hash, the `length` numbers at `values` that the table stores for
/// the key, and the two 64-bit words `aux`, whose meaning depends on the section.
struct SectionKey {
    format::KeyHash hash;
    const std::uint32_t* values = nullptr;
    std::uint32_t length = 0;
    std::uint64_t aux[2] = {0, 0};
};

/// Returns the next key in ascending order of hash.position, or false if there are no more. SectionKey::values must
/// stay valid until the next call.
using NextKey = std::function<bool(SectionKey&)>;

/// Splits the keys, whose number is `keys`, into partitions, and appends each, even an empty one, as a chunk of
/// `section`. Several threads encode partitions; only one thread at a time calls `next`. Throws BuildFailure.
void write_key_section(Workers& workers, store::IndexWriter& writer, format::Section section, std::uint64_t keys,
                       const NextKey& next);

/// Like the function above, for keys that are all in memory, in any order.
void write_key_section(Workers& workers, store::IndexWriter& writer, format::Section section,
                       std::vector<SectionKey> keys);

}  // namespace bizrec::builder
