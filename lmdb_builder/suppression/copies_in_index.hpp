#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bizrec/store/generation.hpp"
#include "bizrec/store/suppression_folder.hpp"
#include "lmdb_builder/suppression/change_list.hpp"

namespace bizrec::builder {

/// A record, or a part of one, that an index holds.
struct HeldEntry {
    std::string what;  ///< the id, and the JSON Pointer of the part
    std::string how;   ///< "served", "suppressed by list 7", …
    bool is_served = false;
};

/// Returns the records and parts that the options name (named_entries.hpp) and the index holds, and whether a server
/// with the list shows it. If an index has no element at the position that a pointer names, the whole array counts,
/// because the element may have another position there. `list` may be null. Throws BuildFailure if a record is damaged.
std::vector<HeldEntry> copies_in_index(const std::shared_ptr<const store::Generation>& generation,
                                       const SuppressOptions& options, const store::SharedSuppressions& list);

/// The entries for addresses and numbers of the options, and those of `find_entries`, that the generation has, and that
/// a server with the list would show. `list` must not be null. Throws BuildFailure if a record is damaged.
std::vector<store::SuppressionEntry> shown_entries(const std::shared_ptr<const store::Generation>& generation,
                                                   const SuppressOptions& options,
                                                   const store::SharedSuppressions& list);

}  // namespace bizrec::builder
