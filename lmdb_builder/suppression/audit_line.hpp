#pragma once

#include <string>

#include "lmdb_builder/suppression/change_list.hpp"

namespace bizrec::builder {

inline constexpr const char* audit_name = "suppressions.log";  ///< in the published folder; nothing rotates it

/// Appends a line of JSON for a command that has run, synced: when, who, which list, how much of it changed, and what
/// was tried to prove it. Ids and personal data are not in it. Throws BuildFailure.
void append_audit_line(const std::string& folder, const char* command, const SuppressSummary& summary);

/// The same for other commands. `fields`: what comes behind the command, as members of a JSON object: `"list":7,…`.
void append_audit_fields(const std::string& folder, const std::string& command, const std::string& fields);

}  // namespace bizrec::builder
