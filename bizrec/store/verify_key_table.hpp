#pragma once

#include "bizrec/format/key_table.hpp"
#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// What is wrong with a list, as a static sentence; nullptr where it is right.
using ListRule = const char* (*)(const Generation& generation, const format::KeyEntry& entry);

/// Checks a key table's frame (counts, tags, padding, lists inside) and every list against its section's rule.
Status verify_key_table(const Generation& generation, format::Section section, const format::KeyTable& table,
                        ListRule rule);

}  // namespace bizrec::store
