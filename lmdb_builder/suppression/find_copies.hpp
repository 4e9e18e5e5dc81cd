#pragma once

#include <string>
#include <vector>

#include "bizrec/base/result.hpp"

namespace bizrec::builder {

/// Names records by their ids, or with `parts` only these parts of them. Names each value with one of the
/// addresses and numbers in any record, or with `parts` these parts of its record.
struct CopyQuery {
    std::vector<std::string> ids, emails, phones;
    std::vector<std::string> parts;  ///< JSON Pointers
};

/// A record, a part of one or a value, and a file that still holds it.
struct RecordCopy {
    std::string what;  ///< the id and the JSON Pointer of the part, or the address or number as given
    std::string file;
    std::string how;  ///< "served", "suppressed by list 7", "the id stands in it"
    bool is_served = false;
};

struct CopySearch {
    std::vector<RecordCopy> copies;
    std::vector<std::string> unread;  ///< files that could not be searched, such as packed ones, with the reason
    std::size_t files = 0;            ///< number of searched files
};

/// The problem of a query; "" if there is none.
std::string problem_of(const CopyQuery& query);

/// Searches the files of a published folder and of `incoming` beside it, recursively. In indexes it looks into the
/// records. In other files it looks for ids as text (lower or upper case) or as 16 bytes, and for addresses and
/// numbers as text. Packed files, deltas and partial files are not searched but reported as unread, except packed
/// indexes and deltas whose indexes are beside them. So are indexes that cannot be opened and runs, unless only whole
/// records are sought. The list of suppressions and its log do not count as copies.
Result<CopySearch> find_copies(const std::string& folder, const CopyQuery& query);

}  // namespace bizrec::builder
