#pragma once

#include <string>
#include <vector>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// A record, and a file that still holds it.
struct RecordCopy {
    std::string id;
    std::string file;
    std::string how;  ///< "served", "suppressed by list 7", "the id stands in it"
    bool is_served = false;
};

struct CopySearch {
    std::vector<RecordCopy> copies;
    std::vector<std::string> unread;  ///< files that could not be searched, such as packed ones, with the reason
    std::size_t files = 0;            ///< number of searched files
};

/// Searches the files of a published folder and of `incoming` beside it, recursively, for records. Indexes are searched
/// by the id table, other files for the id as text (lower or upper case) or as 16 bytes. Packed files,
/// deltas and partial files are not searched but reported as unread, except packed indexes and deltas whose indexes are
/// beside them. The list of suppressions and its log do not count as copies.
Result<CopySearch> find_copies(const std::string& folder, const std::vector<std::string>& ids);

}  // namespace bizrec::builder
