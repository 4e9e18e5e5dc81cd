#include "bizrec/format/id_table.hpp"

#include <cstring>

#include "bizrec/base/xxh.hpp"

namespace bizrec::format {
namespace {

constexpr std::uint64_t documents_per_bucket = 4;

}  // namespace

std::uint32_t id_bucket_count(std::uint64_t documents) noexcept {
    return static_cast<std::uint32_t>(documents / documents_per_bucket + 1);
}

std::uint32_t id_bucket_of(const Uuid& id, std::uint32_t buckets) noexcept {
    // Multiply and shift replace a division, as in the key table.
    return static_cast<std::uint32_t>((XXH3_64bits(id.data(), id.size()) >> 32) * buckets >> 32);
}

std::vector<std::byte> encode_id_buckets(const std::vector<std::uint32_t>& buckets) {
    const std::uint32_t count = id_bucket_count(buckets.size());
    std::vector<std::uint32_t> numbers(std::size_t{count} + 1 + buckets.size());
    for (const std::uint32_t bucket : buckets) {
        ++numbers[std::size_t{bucket} + 1];
    }
    for (std::size_t i = 1; i <= count; ++i) {
        numbers[i] += numbers[i - 1];
    }
    // The offset of each bucket's first entry serves as the position of its next docid. Afterwards it is the bucket's
    // end, which is the beginning of the next bucket.
    std::uint32_t* const docids = numbers.data() + count + 1;
    for (std::size_t docid = 0; docid < buckets.size(); ++docid) {
        docids[numbers[buckets[docid]]++] = static_cast<std::uint32_t>(docid);
    }
    for (std::size_t i = count; i > 0; --i) {
        numbers[i] = numbers[i - 1];
    }
    numbers[0] = 0;
    std::vector<std::byte> bytes(numbers.size() * sizeof(std::uint32_t));
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    return bytes;
}

DocidSpan docids_of_bucket(const std::byte* chunk, std::size_t size, std::uint64_t documents,
                           std::uint32_t bucket) noexcept {
    const std::uint64_t buckets = id_bucket_count(documents);
    if (bucket >= buckets || size < sizeof(std::uint32_t) * (buckets + 1 + documents)) {
        return {};
    }
    const auto* numbers = reinterpret_cast<const std::uint32_t*>(chunk);
    const std::uint32_t begin = numbers[bucket];
    const std::uint32_t end = numbers[std::uint64_t{bucket} + 1];
    if (begin > end || end > documents) {
        return {};
    }
    const std::uint32_t* docids = numbers + buckets + 1;
    return {docids + begin, docids + end};
}

}  // namespace bizrec::format
