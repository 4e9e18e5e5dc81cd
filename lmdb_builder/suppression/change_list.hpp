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

/// Whom or what to suppress, or to remove from the list.
struct SuppressOptions {
    std::string folder;
    std::vector<std::string> ids;       ///< records
    std::vector<std::string> websites;  ///< all records that a website or a profile names
    std::vector<std::string> profiles;
    std::vector<std::string> emails;  ///< each value that holds one, in all records of the current generation
    std::vector<std::string> phones;
    std::vector<std::string> parts;  ///< JSON Pointers: these parts of the records, not the records
    bool remove = false;             ///< take such entries off the list
    std::string key_path;            ///< private key in PEM; empty: do not sign
    bool wait = false;               ///< for another publish, rollback or suppress of the folder
    /// Further entries, looked up in the current generation with all that is in its file; may throw BuildFailure.
    std::function<std::vector<store::SuppressionEntry>(const store::Generation&)> find_entries = {};
    const char* command = "suppress";  ///< what the log calls it
};

struct SuppressSummary {
    std::uint64_t list = 0;     ///< in force now; 0: there is none
    std::uint64_t entries = 0;  ///< of it
    std::uint64_t added = 0, removed = 0;
    std::uint64_t unknown = 0;  ///< ids that the current generation does not hold
    std::string generation;     ///< the current one; empty: none
    bool is_proved = false;     ///< the current generation with the list in force shows nothing of what was added
};

/// What is wrong with the options by themselves; "" nothing.
std::string problem_of(const SuppressOptions& options);

/// What `lmdb_builder suppress` does: a new list with the next number, and a line in the folder's `suppressions.log`.
/// Where nothing changes the list stays as it is, and the log tells that too. On an error the list in force is as it
/// was.
Result<SuppressSummary> change_list(const SuppressOptions& options);

}  // namespace bizrec::builder
