#include "bizrec/store/verify_tables.hpp"

#include <cstring>
#include <string>

#include "bizrec/base/bytes.hpp"
#include "bizrec/format/bucket_table.hpp"

namespace bizrec::store {
namespace {

using format::Section;

/// A chunk of a bucket table. BucketTable::open() has checked its head.
class Partition {
public:
    Partition(const Generation::Chunk& chunk, unsigned value_bits)
        : chunk_(&chunk), value_bits_(value_bits), count_(load_unaligned<std::uint32_t>(chunk.bytes)) {}

    /// Returns what is wrong with the chunk, or null.
    const char* rule(const std::function<bool(std::uint64_t)>& is_right) const {
        std::uint32_t begin = 0;
        for (std::uint32_t bucket = 0; bucket < format::bucket_count_of(count_); ++bucket) {
            const std::uint32_t end = offset(bucket + 1);
            if (offset(bucket) != begin || end < begin || end > count_) {
                return "its buckets do not follow each other";
            }
            for (std::uint32_t i = begin; i < end; ++i) {
                if (i > begin && entry(i - 1) >> value_bits_ > entry(i) >> value_bits_) {
                    return "the entries of a bucket do not ascend";
                }
                if (!is_right(entry(i) & ((std::uint64_t{1} << value_bits_) - 1))) {
                    return "an entry is none of the index";
                }
            }
            begin = end;
        }
        if (begin != count_) {
            return "its buckets do not hold all entries";
        }
        return has_zeros_after() ? nullptr : "padding is not zero";
    }

private:
    std::uint32_t offset(std::uint32_t bucket) const noexcept {
        return load_unaligned<std::uint16_t>(chunk_->bytes + format::bucket_head_bytes +
                                             sizeof(std::uint16_t) * std::size_t{bucket});
    }
    std::uint64_t entry(std::uint32_t i) const noexcept {
        const unsigned bits = value_bits_ + format::fingerprint_bits;
        const std::uint64_t bit = std::uint64_t{i} * bits;
        const auto bytes = load_unaligned<std::uint64_t>(chunk_->bytes + format::bucket_entries_at(count_) + bit / 8);
        return bytes >> bit % 8 & ((std::uint64_t{1} << bits) - 1);
    }
    bool has_zeros_after() const noexcept {
        const std::uint64_t bits = std::uint64_t{count_} * (value_bits_ + format::fingerprint_bits);
        const std::size_t last = format::bucket_entries_at(count_) + static_cast<std::size_t>(bits / 8);
        return static_cast<unsigned>(chunk_->bytes[last]) >> bits % 8 == 0 && zeros_from(*chunk_, last + 1);
    }

    const Generation::Chunk* chunk_;
    unsigned value_bits_;
    std::uint32_t count_;
};

}  // namespace

Status verify_buckets(const Generation& g, Section section, unsigned value_bits,
                      const std::function<bool(std::uint64_t value)>& is_right) {
    const auto& chunks = g.chunks(section);
    for (std::size_t number = 0; number < chunks.size(); ++number) {
        if (const char* wrong = Partition(chunks[number], value_bits).rule(is_right)) {
            return chunk_error(section, number, wrong);
        }
    }
    return ok();
}

}  // namespace bizrec::store
