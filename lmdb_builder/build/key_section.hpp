#pragma once

#include <cstdint>
#include <vector>

#include "bizrec/format/key_table.hpp"
#include "bizrec/format/layout.hpp"

namespace bizrec::store {
class IndexWriter;
}

namespace bizrec::builder {

/// A key of a table and the numbers it stands for, which must live until the section is written.
struct SectionKey {
    format::KeyHash hash;
    const std::uint32_t* values = nullptr;
    std::uint32_t length = 0;
};

/// Cuts a stream of keys into partitions and appends each as a chunk of `section`. Keys come in ascending order of
/// hash.position, their number is known beforehand.
class KeySectionWriter {
public:
    KeySectionWriter(store::IndexWriter& writer, format::Section section, std::uint64_t keys);

    void add(const format::KeyHash& hash, const std::uint32_t* values, std::uint32_t length,
             const std::uint64_t (&aux)[2]);
    /// Writes what is left, empty partitions too.
    void finish();

private:
    void close_partition();

    store::IndexWriter* writer_;
    format::Section section_;
    std::uint32_t partitions_;
    std::uint32_t current_ = 0;
    format::KeyPartitionBuilder builder_;
};

/// A whole table that is in memory, in any order.
void write_key_section(store::IndexWriter& writer, format::Section section, std::vector<SectionKey> keys);

}  // namespace bizrec::builder
