#pragma once

#include <cstdint>
#include <string>

#include "lmdb_builder/suppression/change_list.hpp"

namespace bizrec::builder {

/// In the published folder, and in the folder of a store of deletion hashes; never rotated. The functions here throw
/// BuildFailure.
inline constexpr const char* audit_name = "suppressions.log";

/// Appends a line of JSON for a finished command, and syncs it: time, user, list, counts of changed entries,
/// generation, and whether the effect was checked. The line never has ids or values of records.
void append_audit_line(const std::string& folder, const char* command, const SuppressSummary& summary);

/// Appends a line for another command, and syncs it. `fields`: the members of the JSON object after the command:
/// `"list":7,…`.
void append_audit_fields(const std::string& folder, const std::string& command, const std::string& fields);

/// The greatest number that a line of the log has in this field; 0: there is no such line, or no log.
std::uint64_t last_in_log(const std::string& folder, const std::string& field);

/// Appends a line if no line names this list or a later one: the run that put it in force ended before its line. Call
/// it before any other line names the list in force.
void record_unrecorded_list(const std::string& folder, std::uint64_t number, std::uint64_t entries);

}  // namespace bizrec::builder
