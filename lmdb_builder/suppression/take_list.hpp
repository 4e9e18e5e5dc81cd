#pragma once

#include <string>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/suppression/change_list.hpp"

namespace bizrec::builder {

struct TakeOptions {
    std::string file;        ///< a list that another folder has in force
    std::string folder;      ///< where it is to be in force
    std::string trust_path;  ///< public keys in PEM: one of them must have signed it; empty: anybody may have
    bool wait = false;
};

/// What `lmdb_builder suppress take` does on an edge. A list of the number in force, with the same bytes, changes
/// nothing; one of a smaller number is an error, and so is another one of the same. On an error the list in force is
/// as it was. SuppressSummary::added counts the entries that the list before did not have.
Result<SuppressSummary> take_list(const TakeOptions& options);

}  // namespace bizrec::builder
