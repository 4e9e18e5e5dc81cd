#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/format/changes_layout.hpp"
#include "bizrec/format/uuid.hpp"
#include "bizrec/store/generation.hpp"

/// Differences between the records of two indexes.
namespace bizrec::builder {

using format::ChangeKind;

/// A record before and after a change. The texts are valid only during the callback.
struct ChangedPair {
    ChangeKind kind = ChangeKind::changed;
    format::Uuid id{};
    std::string_view before, after;  ///< minified JSON; "" if the record is missing on that side
};

/// Walks two indexes in the order of their ids and calls `each` for every record that is not the same in both, byte for
/// byte. Returns the number of records that are the same. Memory: 4 bytes per document of both indexes, and two
/// records. Error: an index is damaged.
Result<std::uint64_t> walk_changes(const store::Generation& before, const store::Generation& after,
                                   const std::function<void(const ChangedPair&)>& each);

/// JSON Pointers (RFC 6901) to the differences between two records (valid, minified JSON objects), sorted, each once.
/// If both values of a member are objects, their members are compared; any other value differs as a whole. Empty if
/// only the order of members differs. Objects deeper than 8 levels count as a whole. If there would be more than 256
/// pointers, objects below the top level count as a whole. If there are still more, the result is the pointer "", the
/// whole record.
std::vector<std::string> changed_pointers(std::string_view before, std::string_view after);

}  // namespace bizrec::builder
