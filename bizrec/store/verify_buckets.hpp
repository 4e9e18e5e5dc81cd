#pragma once

#include <cstdint>
#include <functional>

#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// Checks a section of format/bucket_table.hpp as far as possible without its keys: the buckets of each chunk hold all
/// its entries, the hash bits of a bucket ascend, `is_right` holds for each value, and all other bytes are zero.
Status verify_buckets(const Generation& generation, format::Section section, unsigned value_bits,
                      const std::function<bool(std::uint64_t value)>& is_right);

}  // namespace bizrec::store
