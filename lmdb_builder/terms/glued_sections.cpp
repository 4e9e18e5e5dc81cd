#include "lmdb_builder/terms/glued_sections.hpp"

#include <algorithm>

#include "bizrec/format/bucket_table.hpp"
#include "bizrec/format/bucket_table_builder.hpp"
#include "bizrec/format/glued_names.hpp"
#include "bizrec/store/index_writer.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/workers.hpp"

namespace bizrec::builder {

using format::TermKind;

void GluedSections::add(const TermEncodingBatch::Glued& glued) {
    const bool is_written = glued.kind == TermKind::written_name;
    const std::uint64_t key = is_written ? format::written_name_key(glued.form) : format::glued_key(glued.form);
    entries_.push_back({key, glued.first, format::count_byte(glued.documents), glued.kind != TermKind::glued_label});
    if (!is_written && glued.documents > 1 && format::is_spelled_name(glued.form)) {
        spelled_.add(glued.form, glued.documents);
        spelled_keys_.push_back(key);
    }
}

/// By key; of a name and a label of one key the name is kept.
void GluedSections::sort() {
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
        if (a.key != b.key) {
            return a.key < b.key;
        }
        return a.is_name != b.is_name ? a.is_name : a.docid != b.docid ? a.docid < b.docid : a.count > b.count;
    });
    const auto same = [](const Entry& a, const Entry& b) { return a.key == b.key; };
    entries_.erase(std::unique(entries_.begin(), entries_.end(), same), entries_.end());
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
                entries.push_back({entry->key, format::GluedValue::pack(entry->docid, entry->count, entry->is_name)});
            }
            partition.chunk = format::encode_bucket_partition(entries.data(), entries.data() + entries.size(),
                                                              partitions, format::GluedValue::bits(documents));
        },
        [&](Partition& partition) {
            must(writer.append(format::Section::glued_names, partition.chunk.data(), partition.chunk.size()));
        });
}

/// An entry's number is its place among all.
std::vector<std::uint32_t> GluedSections::numbers_of_spelled() const {
    std::vector<std::uint32_t> numbers;
    numbers.reserve(spelled_keys_.size());
    for (const std::uint64_t key : spelled_keys_) {
        const auto found =
            std::lower_bound(entries_.begin(), entries_.end(), key,
                             [](const Entry& entry, std::uint64_t wanted) { return entry.key < wanted; });
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
    write_spellings(workers, writer, format::Section::glued_spellings, spelled, memory_bytes);
}

}  // namespace bizrec::builder
