#pragma once

#include "bizrec/format/key_table.hpp"
#include "bizrec/store/verify.hpp"

namespace bizrec::store {

/// Returns the error of a list as a static sentence; nullptr if the list is right.
using ListRule = const char* (*)(const Generation& generation, const format::KeyEntry& entry);

/// Checks a key table's frame (counts, tags, padding, lists inside their chunk) and every list against its section's
/// rule.
Status verify_key_table(const Generation& generation, format::Section section, const format::KeyTable& table,
                        ListRule rule);

}  // namespace bizrec::store
