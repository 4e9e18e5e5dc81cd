#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lmdb_builder/terms/spelling_sections.hpp"
#include "lmdb_builder/terms/term_encoder.hpp"

namespace bizrec::builder {

/// Gathers names and labels without spaces, and writes the sections `glued_names` and `glued_spellings`. Memory: 16
/// bytes a form; of those that may be mistyped their bytes too, and sixteen more.
class GluedSections {
public:
    void add(const TermEncodingBatch::Glued& glued);
    /// Once, after the last add().
    void write(Workers& workers, store::IndexWriter& writer, std::uint32_t documents, std::uint64_t memory_bytes);

private:
    struct Entry {
        std::uint64_t key = 0;
        std::uint32_t docid = 0;
        std::uint8_t count = 0;  // format::count_byte()
        bool is_name = false;
    };
    void sort();
    void write_names(Workers& workers, store::IndexWriter& writer, std::uint32_t documents) const;
    std::vector<std::uint32_t> numbers_of_spelled() const;

    std::vector<Entry> entries_;
    WordList spelled_;
    std::vector<std::uint64_t> spelled_keys_;
};

}  // namespace bizrec::builder
