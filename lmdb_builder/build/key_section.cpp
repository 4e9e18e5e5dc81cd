#include "lmdb_builder/build/key_section.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "bizrec/store/index_writer.hpp"
#include "lmdb_builder/build/failure.hpp"

namespace bizrec::builder {

KeySectionWriter::KeySectionWriter(store::IndexWriter& writer, format::Section section, std::uint64_t keys)
    : writer_(&writer), section_(section), partitions_(format::partition_count(keys)) {}

void KeySectionWriter::add(const format::KeyHash& hash, const std::uint32_t* values, std::uint32_t length,
                           const std::uint64_t (&aux)[2]) {
    const std::uint32_t partition = format::partition_of(hash, partitions_);
    while (current_ < partition) {
        close_partition();
    }
    if (!builder_.add(hash, values, length, aux)) {
        throw BuildFailure("two keys of the section \"" + std::string(format::section_name(section_)) +
                           "\" have one 64-bit hash: this build of the format cannot hold both; please report it");
    }
}

void KeySectionWriter::close_partition() {
    const std::vector<std::byte> chunk = builder_.finish();
    must(writer_->append(section_, chunk.data(), chunk.size()));
    ++current_;
}

void KeySectionWriter::finish() {
    while (current_ < partitions_) {
        close_partition();
    }
}

void write_key_section(store::IndexWriter& writer, format::Section section, std::vector<SectionKey> keys) {
    std::sort(keys.begin(), keys.end(), [](const SectionKey& a, const SectionKey& b) {
        return std::tie(a.hash.position, a.hash.tag) < std::tie(b.hash.position, b.hash.tag);
    });
    KeySectionWriter section_writer(writer, section, keys.size());
    constexpr std::uint64_t no_aux[2] = {0, 0};
    for (const SectionKey& key : keys) {
        section_writer.add(key.hash, key.values, key.length, no_aux);
    }
    section_writer.finish();
}

}  // namespace bizrec::builder
