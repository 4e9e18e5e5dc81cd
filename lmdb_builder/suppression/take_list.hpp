#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/suppression/change_list.hpp"

namespace bizrec::builder {

struct TakeOptions {
    std::string file;        ///< a list that another folder has in force
    std::string folder;      ///< published folder that gets the list
    std::string trust_path;  ///< public keys in PEM: one of them must have signed the list; empty: not checked
    bool wait = false;
};

/// Implements `lmdb_builder suppress take` on an edge. Puts the list of `file` in force if its number is greater than
/// that of the list in force. If number and entries are the same, nothing changes, unless the folder's link does not
/// lead to that list: then the list is placed again. A smaller number is an error, and so are other entries with the
/// same number. If the link is gone, or its list cannot be read, the newest readable list of the folder counts as the
/// one in force. These errors leave the list in force unchanged. SuppressSummary::added counts the entries that the old
/// list did not have.
Result<SuppressSummary> take_list(const TakeOptions& options);

}  // namespace bizrec::builder
