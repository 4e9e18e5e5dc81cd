#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/store/generation.hpp"
#include "lmdb_builder/deltas/record_changes.hpp"
#include "lmdb_builder/record/unread_fields.hpp"

namespace bizrec::builder {

/// A record that differs between two indexes.
struct RecordChange {
    ChangeKind kind = ChangeKind::changed;
    std::string id;
    /// names of the fields that differ, sorted; empty unless `kind` is changed, or if only the order of the fields
    /// differs
    std::vector<std::string> fields;
};

struct IndexDifference {
    std::uint64_t added = 0, removed = 0, changed = 0, unchanged = 0;
    UnreadFields fields;  ///< in how many of the changed records each field changed

    bool any() const noexcept { return added + removed + changed > 0; }
};

/// Compares the records of two indexes in the order of their ids, and calls `each` for every change. Needs the memory
/// of two records, and 4 bytes per document. An error if an index is damaged.
Result<IndexDifference> compare_indexes(const store::Generation& old_index, const store::Generation& new_index,
                                        const std::function<void(const RecordChange&)>& each);

/// The names of the fields that differ between two records (valid JSON objects), sorted, each once.
std::vector<std::string> changed_fields(std::string_view old_json, std::string_view new_json);

}  // namespace bizrec::builder
