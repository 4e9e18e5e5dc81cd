#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bizrec/format/layout.hpp"

/// The `id_buckets` section: from a record's id to its docid. Documents are put into buckets of some four by XXH3-64 of
/// their uuid; u32 first entry of each bucket and of the end, then docids, ascending in each bucket. Five bytes a
/// document; whoever looks an id up compares the uuid column.
namespace bizrec::format {

std::uint32_t id_bucket_count(std::uint64_t documents) noexcept;
std::uint32_t id_bucket_of(const Uuid& id, std::uint32_t buckets) noexcept;

/// `buckets`: id_bucket_of() of each document in docid order.
std::vector<std::byte> encode_id_buckets(const std::vector<std::uint32_t>& buckets);

struct DocidSpan {
    const std::uint32_t* begin = nullptr;
    const std::uint32_t* end = nullptr;
};
/// The bucket's docids (unchecked numbers: compare with documents before use); empty where the bytes are no good.
DocidSpan docids_of_bucket(const std::byte* chunk, std::size_t size, std::uint64_t documents,
                           std::uint32_t bucket) noexcept;

}  // namespace bizrec::format
