#pragma once

#include <string>

#include "lmdb_builder/suppression/change_list.hpp"

namespace bizrec::builder {

inline constexpr const char* audit_name = "suppressions.log";  ///< in the published folder; never rotated

/// Appends a line of JSON for a finished command, and syncs it: time, user, list, counts of changed entries,
/// generation, and whether the effect was checked. The line never has ids or values of records. Throws BuildFailure.
void append_audit_line(const std::string& folder, const char* command, const SuppressSummary& summary);

/// Appends a line for another command, and syncs it. `fields`: the members of the JSON object after the command:
/// `"list":7,…`.
void append_audit_fields(const std::string& folder, const std::string& command, const std::string& fields);

}  // namespace bizrec::builder
