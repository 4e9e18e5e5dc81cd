#pragma once

#include <string>

namespace bizrec::builder {

/// The exit statuses of the process; documented in docs/builder.md.
namespace exit_code {
inline constexpr int done = 0;
inline constexpr int failed = 1;  ///< data or I/O error; also if `query` or `search` prints a refusal
inline constexpr int usage = 2;
inline constexpr int other_version = 3;  ///< `publish`, `apply`: a file is made for another version of this program
/// `pull --hourly`: failed for a reason that was reported within the last hour (EX_TEMPFAIL)
inline constexpr int told_already = 75;
}  // namespace exit_code

/// Prints "lmdb_builder: <message>" on standard error; returns exit_code::failed.
int fail(const std::string& message);

/// Prints "lmdb_builder: warning: <message>" on standard error.
void warn(const std::string& message);

}  // namespace bizrec::builder
