#include "lmdb_builder/deletion/hash_table.hpp"

#include <algorithm>
#include <cstring>

namespace bizrec::builder {
namespace {

constexpr std::size_t filter_bits_per_entry = 16;

/// The eight bytes from `at` on as a number that sorts like the bytes.
std::uint64_t word_of(const IdentifierHash& hash, std::size_t at) noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, hash.data() + at, sizeof word);
    return __builtin_bswap64(word);
}

std::size_t power_of_two(std::size_t least) noexcept {
    std::size_t power = 1;
    while (power < least) {
        power *= 2;
    }
    return power;
}

}  // namespace

HashTable::HashTable(const std::vector<DeletionEntry>& entries) : entries_(&entries) {
    const std::size_t bits = power_of_two(std::max<std::size_t>(64, entries.size() * filter_bits_per_entry));
    filter_.resize(bits / 64);
    filter_mask_ = bits - 1;
    const std::size_t buckets = power_of_two(std::max<std::size_t>(2, entries.size()));
    bucket_shift_ = 64U - static_cast<unsigned>(__builtin_ctzll(buckets));
    buckets_.resize(buckets + 1);
    for (const DeletionEntry& entry : entries) {
        for (const std::size_t at : {8U, 16U}) {
            const std::uint64_t bit = word_of(entry.hash, at) & filter_mask_;
            filter_[bit / 64] |= std::uint64_t{1} << (bit % 64);
        }
        ++buckets_[(word_of(entry.hash, 0) >> bucket_shift_) + 1];
    }
    for (std::size_t i = 1; i < buckets_.size(); ++i) {
        buckets_[i] += buckets_[i - 1];
    }
}

bool HashTable::may_hold(const IdentifierHash& hash) const noexcept {
    const auto is_set = [this, &hash](std::size_t at) {
        const std::uint64_t bit = word_of(hash, at) & filter_mask_;
        return (filter_[bit / 64] >> (bit % 64) & 1U) != 0;
    };
    return is_set(8) && is_set(16);
}

HashTable::Range HashTable::find(const IdentifierHash& hash) const noexcept {
    if (!may_hold(hash)) {
        return {};
    }
    const std::uint64_t bucket = word_of(hash, 0) >> bucket_shift_;
    const auto begin = entries_->begin() + buckets_[bucket];
    const auto end = entries_->begin() + buckets_[bucket + 1];
    const auto before = [](const DeletionEntry& entry, const IdentifierHash& wanted) { return entry.hash < wanted; };
    const auto first = std::lower_bound(begin, end, hash, before);
    auto last = first;
    while (last != end && last->hash == hash) {
        ++last;
    }
    return {static_cast<std::uint32_t>(first - entries_->begin()),
            static_cast<std::uint32_t>(last - entries_->begin())};
}

}  // namespace bizrec::builder
