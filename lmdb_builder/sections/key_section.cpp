#include "lmdb_builder/sections/key_section.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "bizrec/format/key_table_builder.hpp"
#include "bizrec/store/index_writer.hpp"
#include "lmdb_builder/system/failure.hpp"
#include "lmdb_builder/system/workers.hpp"

namespace bizrec::builder {
namespace {

/// The keys of one partition; after encode() also its chunk.
class KeyPartition {
public:
    void clear() {
        keys_.clear();
        values_.clear();
    }

    void add(const SectionKey& key) {
        keys_.push_back(key);
        values_.insert(values_.end(), key.values, key.values + key.length);
    }

    void encode(format::Section section) {
        std::size_t at = 0;
        for (const SectionKey& key : keys_) {
            if (!builder_.add(key.hash, values_.data() + at, key.length, key.aux)) {
                throw BuildFailure(
                    "two keys of the section \"" + std::string(format::section_name(section)) +
                    "\" have one 64-bit hash: this build of the format cannot hold both; please report it");
            }
            at += key.length;
        }
        chunk_ = builder_.finish();
    }

    const std::vector<std::byte>& chunk() const noexcept { return chunk_; }

private:
    std::vector<SectionKey> keys_;
    std::vector<std::uint32_t> values_;
    format::KeyPartitionBuilder builder_;
    std::vector<std::byte> chunk_;
};

}  // namespace

void write_key_section(Workers& workers, store::IndexWriter& writer, format::Section section, std::uint64_t keys,
                       const NextKey& next) {
    const std::uint32_t partitions = format::partition_count(keys);
    std::uint32_t current = 0;
    SectionKey key;
    bool more = next(key);
    const auto gather = [&](KeyPartition& partition) {
        if (current == partitions) {
            return false;
        }
        partition.clear();
        for (; more && format::partition_of(key.hash, partitions) == current; more = next(key)) {
            partition.add(key);
        }
        ++current;
        return true;
    };
    workers.pipeline<KeyPartition>(
        workers.pipeline_items(), gather, [section](KeyPartition& partition) { partition.encode(section); },
        [&](KeyPartition& partition) {
            must(writer.append(section, partition.chunk().data(), partition.chunk().size()));
        });
}

void write_key_section(Workers& workers, store::IndexWriter& writer, format::Section section,
                       std::vector<SectionKey> keys) {
    std::sort(keys.begin(), keys.end(), [](const SectionKey& a, const SectionKey& b) {
        return std::tie(a.hash.position, a.hash.tag) < std::tie(b.hash.position, b.hash.tag);
    });
    std::size_t taken = 0;
    write_key_section(workers, writer, section, keys.size(), [&](SectionKey& key) {
        if (taken == keys.size()) {
            return false;
        }
        key = keys[taken++];
        return true;
    });
}

}  // namespace bizrec::builder
