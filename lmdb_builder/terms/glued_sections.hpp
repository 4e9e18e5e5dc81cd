#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bizrec/text/number_words.hpp"
#include "lmdb_builder/terms/spelling_sections.hpp"
#include "lmdb_builder/terms/term_encoder.hpp"

namespace bizrec::store {
class IndexWriter;
}

namespace bizrec::builder {

/// Collects names and labels without spaces, and writes the sections `glued_names` and `glued_spellings`. Memory: 16
/// bytes per form. Forms in `glued_spellings` need their bytes and some 28 more.
class GluedSections {
public:
    /// `numbers` must outlive this object.
    explicit GluedSections(const text::NumberWords& numbers) : numbers_(&numbers) {}

    /// Adds a name or label. `glued.form` has no spaces, except for TermKind::label: then it is the label's
    /// whole_text_key(), from which add() makes the form.
    void add(const TermEncodingBatch::Glued& glued);
    /// Call it once, after the last add().
    void write(Workers& workers, store::IndexWriter& writer, std::uint32_t documents, std::uint64_t memory_bytes);

private:
    struct Entry {
        std::uint64_t key = 0;
        std::uint32_t docid = 0;
        std::uint32_t count : 31;
        std::uint32_t is_name : 1;

        bool is(const Entry& other) const noexcept { return key == other.key && is_name == other.is_name; }
        bool operator<(const Entry& other) const noexcept {
            return key != other.key ? key < other.key : is_name > other.is_name;
        }
    };
    void add_form(std::uint64_t key, const std::string& form, const TermEncodingBatch::Glued& glued);
    void sort();
    void write_names(Workers& workers, store::IndexWriter& writer, std::uint32_t documents) const;
    std::vector<std::uint32_t> numbers_of_spelled() const;

    const text::NumberWords* numbers_;
    std::string form_;
    std::vector<Entry> entries_;
    WordList spelled_;
    std::vector<Entry> spelled_entries_;
};

}  // namespace bizrec::builder
