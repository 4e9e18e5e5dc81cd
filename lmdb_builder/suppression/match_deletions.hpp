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
    std::string target;       ///< a published folder, whose list gets the found parts; or an index, which is only read
    std::string exempt_path;  ///< file of ids whose deletion requests are not valid, one a line; "" none
    /// File of ids: if a hash of such an id is found, its status becomes "opted out" instead of "deleted". "": hashes
    /// that are "opted out" already stay so.
    std::string opted_out_path;
    std::string rule_folder;  ///< with deletion_hashes.txt; "" or without the file: the compiled-in rules
    std::string key_path;     ///< private key in PEM that signs the list; "" none
    bool wait = false;
};

struct FoundPart {
    std::string id;       ///< of the record
    std::string pointer;  ///< JSON Pointer of the part; "": the whole record
    HashType type = HashType::email;
};

struct MatchSummary {
    std::uint64_t records = 0, identifiers = 0;  ///< records that were tried; values in them that were hashed
    std::uint64_t hashes = 0;                    ///< pairs of hash and id in the store
    std::uint64_t parts = 0;                     ///< distinct parts that match a hash
    std::uint64_t deleted = 0, opted_out = 0, exempt = 0, not_found = 0;  ///< pairs of hash and id, by status
    std::uint64_t unknown = 0;  ///< ids of the two files that are not in the store
    std::uint32_t rules = 0;    ///< version of the hashing rules
    bool is_folder = false;
    SuppressSummary list;  ///< set if the target is a folder
};

/// Implements `lmdb_builder suppress match`. If the target is a folder, the parts in all its generations are added to
/// its list, and then the statuses are saved in the store. If the process is killed in between, the next run gives the
/// same result. If the target is an index, `show` is called for each part, in the order of documents.
Result<MatchSummary> match_deletions(const MatchOptions& options, const std::function<void(const FoundPart&)>& show);

}  // namespace bizrec::builder
