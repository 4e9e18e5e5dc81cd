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

/// A key of a table and the numbers it stands for.
struct SectionKey {
    format::KeyHash hash;
    const std::uint32_t* values = nullptr;
    std::uint32_t length = 0;
    std::uint64_t aux[2] = {0, 0};
};

/// The next key in ascending order of hash.position; what it points to must live until the next call. False: no more.
using NextKey = std::function<bool(SectionKey&)>;

/// Cuts `keys` keys into partitions and appends each as a chunk of `section`, empty ones too. Partitions are encoded on
/// several threads, `next` is called on one at a time. Throws BuildFailure.
void write_key_section(Workers& workers, store::IndexWriter& writer, format::Section section, std::uint64_t keys,
                       const NextKey& next);

/// A whole table that is in memory, in any order; the numbers must live until the section is written.
void write_key_section(Workers& workers, store::IndexWriter& writer, format::Section section,
                       std::vector<SectionKey> keys);

}  // namespace bizrec::builder
