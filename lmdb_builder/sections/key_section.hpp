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

/// A key of a table and its numbers.
struct SectionKey {
    format::KeyHash hash;
    const std::uint32_t* values = nullptr;
    std::uint32_t length = 0;
    std::uint64_t aux[2] = {0, 0};
};

/// The next key in ascending order of hash.position. The memory that it points to must stay valid until the next call.
/// False: there are no more.
using NextKey = std::function<bool(SectionKey&)>;

/// Splits `keys` keys into partitions and appends each, even an empty one, as a chunk of `section`. Several threads
/// encode partitions; only one thread at a time calls `next`. Throws BuildFailure.
void write_key_section(Workers& workers, store::IndexWriter& writer, format::Section section, std::uint64_t keys,
                       const NextKey& next);

/// Writes a whole table that is in memory, in any order. The numbers must live until the section is written.
void write_key_section(Workers& workers, store::IndexWriter& writer, format::Section section,
                       std::vector<SectionKey> keys);

}  // namespace bizrec::builder
