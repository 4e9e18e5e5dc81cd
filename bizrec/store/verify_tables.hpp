#pragma once

#include <cstdint>
#include <functional>

#include "bizrec/format/key_table.hpp"
#include "bizrec/store/verify.hpp"

/// Checks that several sections need: verify_buckets.cpp, verify_key_table.cpp.
namespace bizrec::store {

/// Checks a section of format/bucket_table.hpp as far as possible without its keys: the buckets of each chunk hold all
/// its entries, the hash bits of a bucket ascend, `is_right` holds for each value, and all other bytes are zero.
Status verify_buckets(const Generation& generation, format::Section section, unsigned value_bits,
                      const std::function<bool(std::uint64_t value)>& is_right);

/// Returns the error of a list as a static sentence; nullptr if the list is right.
using ListRule = const char* (*)(const Generation& generation, const format::KeyEntry& entry);

/// Checks a key table's frame (counts, tags, padding, lists inside their chunk) and every list against its section's
/// rule.
Status verify_key_table(const Generation& generation, format::Section section, const format::KeyTable& table,
                        ListRule rule);

}  // namespace bizrec::store
