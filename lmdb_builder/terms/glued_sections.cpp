#include "lmdb_builder/terms/glued_sections.hpp"

#include <algorithm>

#include "bizrec/format/bucket_table.hpp"
#include "bizrec/format/bucket_table_builder.hpp"
#include "bizrec/format/glued_names.hpp"
#include "bizrec/store/index_writer.hpp"
#include "bizrec/text/glued_text.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/workers.hpp"

namespace bizrec::builder {

namespace {

constexpr std::uint32_t max_counted = 0x7FFFFFFF;  // a count has 31 bits

}  // namespace

using format::TermKind;

void GluedSections::add(const TermEncodingBatch::Glued& glued) {
    if (glued.kind == TermKind::written_name) {
        add_form(format::written_name_key(glued.form), {}, glued);
    } else if (glued.kind != TermKind::label) {
        add_form(format::glued_key(glued.form), glued.form, glued);
    } else if (text::glue_words(*numbers_, glued.form, form_); format::is_glued_name(form_)) {
        add_form(format::glued_key(form_), form_, glued);
    }
}

void GluedSections::add_form(std::uint64_t key, const std::string& form, const TermEncodingBatch::Glued& glued) {
    const bool is_label = glued.kind == TermKind::glued_label || glued.kind == TermKind::label;
    entries_.push_back({key, glued.first, glued.documents & max_counted, is_label ? 0U : 1U});
    if (glued.documents > 1 && format::is_spelled_name(form)) {
        spelled_.add(form, glued.documents);
        spelled_entries_.push_back(entries_.back());
    }
}

/// Sorts by key, names before labels. Labels with the same form ("Coffee Shop", "Coffeeshop") become one entry, with
/// the first docid and the sum of the counts.
void GluedSections::sort() {
    std::sort(entries_.begin(), entries_.end(),
              [](const Entry& a, const Entry& b) { return a.is(b) ? a.docid < b.docid : a < b; });
    std::size_t kept = 0;
    for (const Entry& entry : entries_) {
        if (kept > 0 && entries_[kept - 1].is(entry)) {
            const std::uint64_t sum = std::uint64_t{entries_[kept - 1].count} + entry.count;
            entries_[kept - 1].count =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, max_counted)) & max_counted;
        } else {
            entries_[kept++] = entry;
        }
    }
    entries_.resize(kept);
}

void GluedSections::write_names(Workers& workers, store::IndexWriter& writer, std::uint32_t documents) const {
    const std::uint32_t partitions = format::bucket_partition_count(entries_.size());
    struct Partition {
        const Entry* begin = nullptr;
        const Entry* end = nullptr;
        std::string chunk;
    };
    const Entry* next = entries_.data();
    std::uint32_t number = 0;
    workers.pipeline<Partition>(
        workers.pipeline_items(),
        [&](Partition& partition) {
            if (number == partitions) {
                return false;
            }
            partition.begin = next;
            next = std::find_if(next, entries_.data() + entries_.size(), [&](const Entry& entry) {
                return format::bucket_partition_of(entry.key, partitions) > number;
            });
            partition.end = next;
            ++number;
            return true;
        },
        [&](Partition& partition) {
            std::vector<format::BucketEntry> entries;
            for (const Entry* entry = partition.begin; entry != partition.end; ++entry) {
                entries.push_back(
                    {entry->key,
                     format::GluedValue::pack(entry->docid, format::count_byte(std::min(entry->count + 0U, documents)),
                                              entry->is_name != 0)});
            }
            partition.chunk = format::encode_bucket_partition(entries.data(), entries.data() + entries.size(),
                                                              partitions, format::GluedValue::bits(documents));
        },
        [&](Partition& partition) {
            must(writer.append(format::Section::glued_names, partition.chunk.data(), partition.chunk.size()));
        });
}

/// The number of each entry of spelled_entries_: its index in the sorted entries_.
std::vector<std::uint32_t> GluedSections::numbers_of_spelled() const {
    std::vector<std::uint32_t> numbers;
    numbers.reserve(spelled_entries_.size());
    for (const Entry& entry : spelled_entries_) {
        const auto found = std::lower_bound(entries_.begin(), entries_.end(), entry);
        numbers.push_back(static_cast<std::uint32_t>(found - entries_.begin()));
    }
    return numbers;
}

void GluedSections::write(Workers& workers, store::IndexWriter& writer, std::uint32_t documents,
                          std::uint64_t memory_bytes) {
    sort();
    write_names(workers, writer, documents);
    const std::vector<std::uint32_t> numbers = numbers_of_spelled();
    format::SpelledWords spelled;
    spelled.words = &spelled_.words();
    spelled.documents = spelled_.documents().data();
    spelled.numbers = numbers.data();
    spelled.numbers_below = static_cast<std::uint32_t>(entries_.size());
    write_spellings(workers, spelled, memory_bytes, [&](std::string_view chunk) {
        must(writer.append(format::Section::glued_spellings, chunk.data(), chunk.size()));
    });
}

}  // namespace bizrec::builder
