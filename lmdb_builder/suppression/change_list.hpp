#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bizrec/base/result.hpp"
#include "bizrec/store/suppression_list.hpp"

namespace bizrec::store {
class Generation;
}

namespace bizrec::builder {

/// The records and parts to suppress, or to remove from the list.
struct SuppressOptions {
    std::string folder;
    std::vector<std::string> ids;       ///< ids of the records
    std::vector<std::string> websites;  ///< all records that a website identifies
    std::vector<std::string> profiles;
    std::vector<std::string> emails;  ///< every value with this address, in all records of all kept generations
    std::vector<std::string> phones;
    std::vector<std::string> parts;  ///< JSON Pointers: only these parts of the records
    bool remove = false;             ///< remove these entries from the list instead of adding them
    std::string key_path;            ///< private key in PEM; empty: do not sign
    bool wait = false;               ///< wait for another command that changes the folder
    bool begins = false;             ///< make the folder if it is missing, and a first list without entries
    /// Finds more entries in a generation, which is opened without suppressions. Called for the current generation, and
    /// then for each other kept one. `searched`: the current generation, so that the records that are the same there
    /// need no second look; null in the first call. May throw BuildFailure.
    std::function<std::vector<store::SuppressionEntry>(const store::Generation&, const store::Generation* searched)>
        find_entries = {};
    const char* command = "suppress";  ///< name in the log
};

struct SuppressSummary {
    std::uint64_t list = 0;     ///< number of the list in force; 0: none
    std::uint64_t entries = 0;  ///< number of entries of that list
    std::uint64_t added = 0, removed = 0;
    std::uint64_t unknown = 0;  ///< ids that are not in the current generation
    bool has_found = false;     ///< an id was named, or some record of the folder has what was named
    std::string generation;     ///< the current one; empty: none
    /// Whether the current generation (if any) was asked for the named entries with the list. Not asked if entries were
    /// removed from the list, or if an edge took the list.
    bool is_checked = false;
    bool is_proved = false;  ///< it was asked, and shows none of them
};

/// Checks the options without the folder. Returns the problem; "" if there is none.
std::string problem_of(const SuppressOptions& options);

/// Implements `lmdb_builder suppress`: writes a new list with the next number; then current.json, if the folder has one
/// and there is a key; then a line in the folder's `suppressions.log`. If nothing changes, the list stays, and only the
/// log line is written; but with a key an unsigned list is replaced by a signed one. After an error the old list stays
/// in force, unless the new one had been put in force before.
Result<SuppressSummary> change_list(const SuppressOptions& options);

}  // namespace bizrec::builder
