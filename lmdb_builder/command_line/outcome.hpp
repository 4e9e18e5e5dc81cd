#pragma once

#include <string>

namespace bizrec::builder {

/// What the process ends with; documented in docs/builder.md.
namespace exit_code {
inline constexpr int done = 0;
inline constexpr int failed = 1;  ///< data or I/O error; also a refusal that `query` or `search` prints
inline constexpr int usage = 2;
inline constexpr int other_version = 3;  ///< `publish`: INDEX is made for another version of this program
inline constexpr int told_already = 75;  ///< `pull --hourly`: failed, as it was said within the hour (EX_TEMPFAIL)
}  // namespace exit_code

/// "lmdb_builder: <message>" on standard error; gives exit_code::failed.
int fail(const std::string& message);

/// "lmdb_builder: warning: <message>" on standard error.
void warn(const std::string& message);

}  // namespace bizrec::builder
