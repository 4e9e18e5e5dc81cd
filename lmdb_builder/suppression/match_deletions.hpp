#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "lmdb_builder/deletion/hash_type.hpp"
#include "lmdb_builder/suppression/change_list.hpp"

namespace bizrec::builder {

struct MatchOptions {
    std::string store;        ///< folder of hashes
    std::string target;       ///< a published folder, whose list gets what is found; or an index, which stays as it is
    std::string exempt_path;  ///< ids of requests that do not hold: a line each; "" none
    std::string opted_out_path;  ///< ids that are answered "opted out" where they are found
    std::string rule_folder;     ///< with deletion_hashes.txt; "" or without: the rules that are compiled in
    std::string key_path;        ///< signs the list
    bool wait = false;
};

struct FoundPart {
    std::string id;       ///< of the record
    std::string pointer;  ///< "" the whole record
    HashType type = HashType::email;
};

struct MatchSummary {
    std::uint64_t records = 0, identifiers = 0;                           ///< read; hashed
    std::uint64_t hashes = 0;                                             ///< that were tried
    std::uint64_t parts = 0;                                              ///< that somebody on a list has; distinct
    std::uint64_t deleted = 0, opted_out = 0, exempt = 0, not_found = 0;  ///< pairs of hash and id, by status
    std::uint64_t unknown = 0;                                            ///< ids of the two files, not in the store
    std::uint32_t rules = 0;                                              ///< their version
    bool is_folder = false;
    SuppressSummary list;  ///< of a folder
};

/// What `lmdb_builder suppress match` does. Of a folder: the list gets the parts, then the store the statuses; killed
/// in between, the next run says the same again. `show` is called for each part of an index, in the order of documents.
Result<MatchSummary> match_deletions(const MatchOptions& options, const std::function<void(const FoundPart&)>& show);

}  // namespace bizrec::builder
