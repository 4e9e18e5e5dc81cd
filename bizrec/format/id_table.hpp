#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bizrec/format/layout.hpp"

/// The `id_buckets` section: finds the docid of a record's id. XXH3-64 of the uuid distributes documents over buckets
/// of about four. Layout: u32 index of each bucket's first docid and of the end, then the docids, ascending in each
/// bucket. The section takes five bytes a document. The caller of a look-up must compare the uuid column with the id.
namespace bizrec::format {

std::uint32_t id_bucket_count(std::uint64_t documents) noexcept;
std::uint32_t id_bucket_of(const Uuid& id, std::uint32_t buckets) noexcept;

/// `buckets`: id_bucket_of() of each document, in docid order.
std::vector<std::byte> encode_id_buckets(const std::vector<std::uint32_t>& buckets);

struct DocidSpan {
    const std::uint32_t* begin = nullptr;
    const std::uint32_t* end = nullptr;
};
/// Returns the bucket's docids, or an empty span if the bytes are invalid. The docids are unchecked: compare them with
/// `documents` before use.
DocidSpan docids_of_bucket(const std::byte* chunk, std::size_t size, std::uint64_t documents,
                           std::uint32_t bucket) noexcept;

}  // namespace bizrec::format
